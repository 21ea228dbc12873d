import type { Vendor } from './vendor.ts'

/** EPSON-MIB: model and serial of the first device. */
export const epson: Vendor = {
  name: 'Epson',
  enterprises: [1248],
  objects: {
    model: ['1.3.6.1.4.1.1248.1.2.2.1.1.1.2.1'],
    serialNumber: ['1.3.6.1.4.1.1248.1.2.2.1.1.1.5.1'],
  },
}
