import type { Vendor } from './vendor.ts'

/** sysDescr: `DPtech FW1000-GA-N, Software Version FW1000-GAN-S111C002D015`. */
export const dptech: Vendor = {
  name: 'DPtech',
  enterprises: [31648],
  descriptions: [{ form: /Software Version:? (?<version>[A-Z][\w-]*\d\w*)/ }],
}
