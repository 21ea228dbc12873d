import type { Vendor } from './vendor.ts'

/** RIELLOUPS-MIB rupsIdent. */
export const riello: Vendor = {
  name: 'Riello',
  enterprises: [5491],
  objects: {
    manufacturer: ['1.3.6.1.4.1.5491.10.1.1.1.0'],
    model: ['1.3.6.1.4.1.5491.10.1.1.2.0'],
    firmwareVersion: ['1.3.6.1.4.1.5491.10.1.1.3.0'],
  },
  type: 'ups',
}
