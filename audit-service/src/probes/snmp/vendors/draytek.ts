import type { Vendor } from './vendor.ts'

/** sysDescr: `DrayTek Corporation, Router Model: Vigor2925 Series, Version: 3.8.4.3, …`. */
export const draytek: Vendor = {
  name: 'DrayTek',
  enterprises: [7367],
  descriptions: [{ form: /Model: ?(?<model>\w+)(?: Series)?,.*?Version: ?(?<version>[^,\s]+)/ }],
}
