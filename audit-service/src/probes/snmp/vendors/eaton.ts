import type { Vendor } from './vendor.ts'

const ups = '1.3.6.1.4.1.534.1.1'
const pdu = '1.3.6.1.4.1.534.6.6.7.1.2.1'

/** XUPS-MIB xupsIdent, EATON-EPDU-MIB unitsEntry. */
export const eaton: Vendor = {
  name: 'Eaton',
  enterprises: [534],
  objects: {
    manufacturer: [`${ups}.1.0`],
    model: [`${ups}.2.0`, `${pdu}.2.*`],
    serialNumber: [`${ups}.6.0`, `${pdu}.4.*`],
    firmwareVersion: [`${ups}.3.0`, `${pdu}.5.*`],
  },
  type: 'ups',
}
