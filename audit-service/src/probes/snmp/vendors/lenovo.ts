import type { Vendor } from './vendor.ts'

/** LENOVO-XCC-MIB: the same groups as the IMM of IBM. */
export const lenovo: Vendor = {
  name: 'Lenovo',
  enterprises: [19046],
  objects: {
    model: ['1.3.6.1.4.1.19046.11.1.1.5.2.1.5.0'],
    serialNumber: ['1.3.6.1.4.1.19046.11.1.1.5.2.1.3.0'],
  },
  types: [['19046.11.1', 'computer']],
}
