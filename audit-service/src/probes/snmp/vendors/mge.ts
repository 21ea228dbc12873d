import type { Vendor } from './vendor.ts'

const ident = '1.3.6.1.4.1.705.1.1'

/** MG-SNMP-UPS-MIB upsmgIdent: a family such as `Evolution` and its model. */
export const mge: Vendor = {
  name: 'MGE',
  enterprises: [705],
  objects: {
    model: [{ parts: [`${ident}.1.0`, `${ident}.2.0`], separator: ' ' }, `${ident}.1.0`],
    serialNumber: [`${ident}.7.0`],
    firmwareVersion: [`${ident}.4.0`],
  },
  type: 'ups',
}
