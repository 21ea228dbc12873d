import type { Vendor } from './vendor.ts'

/** sysDescr: `HP_3PAR 7200 (2-Nodes), ID: 26432, Serial number: 1626432, InForm OS version: 3.1.2 (MU3)`. */
export const threePar: Vendor = {
  name: '3PAR',
  enterprises: [12925],
  descriptions: [
    { form: /^(?:\w+ ?_?3PAR )(?<model>[\w -]+?) ?(?:\(|,)(?:.*OS version: (?<version>\d\S*(?: \(\w+\))?))?/ },
  ],
}
