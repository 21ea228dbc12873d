import type { Vendor } from './vendor.ts'

/** sysDescr: `3930 Service Delivery Switch`. */
export const ciena: Vendor = {
  name: 'Ciena',
  enterprises: [1271, 6141],
  descriptions: [{ form: /^(?:CN )?(?<model>\d{4}\w*) Service/ }],
}
