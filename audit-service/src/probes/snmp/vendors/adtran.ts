import type { Vendor } from './vendor.ts'

/** sysDescr: `NetVanta 3448, Version: R10.3.0.E, …`. */
export const adtran: Vendor = {
  name: 'Adtran',
  enterprises: [664],
  descriptions: [{ form: /^(?<model>(?:NetVanta|Total Access|TA) ?\w[^,]*), Version: (?<version>[^,]+)/ }],
}
