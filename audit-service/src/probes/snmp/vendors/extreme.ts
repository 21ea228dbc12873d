import type { Vendor } from './vendor.ts'

/** EXTREME-SYSTEM-MIB extremePrimarySoftwareRev. */
export const extreme: Vendor = {
  name: 'Extreme Networks',
  enterprises: [1916],
  objects: {
    firmwareVersion: ['1.3.6.1.4.1.1916.1.1.1.13.0'],
  },
}
