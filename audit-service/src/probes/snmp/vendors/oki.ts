import type { Vendor } from './vendor.ts'

/** OKI-MIB machine serial number. */
export const oki: Vendor = {
  name: 'Oki',
  enterprises: [2001],
  objects: {
    serialNumber: ['1.3.6.1.4.1.2001.1.1.1.1.11.1.10.45.0'],
  },
}
