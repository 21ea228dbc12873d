import type { Vendor } from './vendor.ts'

/** sysDescr: `V5824G, NOS 6.07`. */
export const dasan: Vendor = {
  name: 'Dasan',
  enterprises: [6296],
  descriptions: [{ form: /^(?<model>V\w+)[, ].*\bNOS (?<version>\d[\w.]*)/ }],
}
