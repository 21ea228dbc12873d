import type { Vendor } from './vendor.ts'

/** sysDescr: `Westermo RedFox Industrial, primary: v4.3.0, backup: …`. */
export const westermo: Vendor = {
  name: 'Westermo',
  enterprises: [16177],
  descriptions: [{ form: /^Westermo (?<model>[^,]+), primary:? *(?<version>v\d[\w.]*)/ }],
}
