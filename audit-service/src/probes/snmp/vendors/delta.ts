import type { Vendor } from './vendor.ts'

/** DeltaUPS-MIB dupsIdent, DELTA-PDU-MIB. */
export const delta: Vendor = {
  name: 'Delta',
  enterprises: [2254],
  objects: {
    manufacturer: ['1.3.6.1.4.1.2254.2.4.1.1.0'],
    model: ['1.3.6.1.4.1.2254.2.4.1.2.0', '1.3.6.1.4.1.2254.169.2.1.3.0'],
    serialNumber: ['1.3.6.1.4.1.2254.169.2.1.4.0'],
    firmwareVersion: ['1.3.6.1.4.1.2254.2.4.1.3.0'],
  },
  type: 'ups',
}
