import type { Vendor } from './vendor.ts'

const ups = '1.3.6.1.4.1.534.1.1'
const pdu = '1.3.6.1.4.1.534.6.6.7.1.2.1'
const ats = '1.3.6.1.4.1.534.10.2.1'

/** XUPS-MIB xupsIdent, EATON-EPDU-MIB unitsEntry, EATON-ATS2-MIB ats2Ident. */
export const eaton: Vendor = {
  name: 'Eaton',
  enterprises: [534],
  objects: {
    manufacturer: [`${ups}.1.0`],
    model: [`${ups}.2.0`, `${pdu}.2.*`, `${ats}.2.0`],
    serialNumber: [`${ups}.6.0`, `${pdu}.4.*`, `${ats}.5.0`],
    firmwareVersion: [`${ups}.3.0`, `${pdu}.5.*`, `${ats}.3.0`],
  },
  type: 'ups',
}
