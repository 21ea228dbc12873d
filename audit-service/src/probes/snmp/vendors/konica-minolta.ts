import type { Vendor } from './vendor.ts'

/** KONICAMINOLTA-MIB: product name. */
export const konicaMinolta: Vendor = {
  name: 'Konica Minolta',
  enterprises: [18334],
  objects: {
    model: ['1.3.6.1.4.1.18334.1.1.1.1.6.2.1.0'],
  },
}
