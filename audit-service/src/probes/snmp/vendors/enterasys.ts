import type { Vendor } from './vendor.ts'

/** sysDescr: `Enterasys Networks, Inc. C2G124-48P Rev 05.02.06.0006`. */
export const enterasys: Vendor = {
  name: 'Enterasys',
  enterprises: [52, 5624],
  descriptions: [
    { form: /^Enterasys Networks,? Inc\.? (?:\w+ Enterprise )?(?<model>\S*\d\S*(?: Chassis)?) Rev (?<version>[\d.]+)/ },
  ],
}
