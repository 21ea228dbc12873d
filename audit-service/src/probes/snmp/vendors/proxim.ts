import type { Vendor } from './vendor.ts'

/** sysDescr: `MP-8150-CPE-WD-v2.4.0(204515) SN-12PI26570123 BL-v1.3.2`. */
export const proxim: Vendor = {
  name: 'Proxim',
  enterprises: [11898],
  descriptions: [{ form: /^(?<model>[\w-]+?)-? ?v(?<version>\d[\d.]*(?:\(\w+\))?),? SN-(?<serialNumber>\w+)/ }],
}
