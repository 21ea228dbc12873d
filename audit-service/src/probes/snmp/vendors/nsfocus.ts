import type { Vendor } from './vendor.ts'

/** NSFOCUS system group: product model. */
export const nsfocus: Vendor = {
  name: 'NSFOCUS',
  enterprises: [19849],
  objects: {
    model: ['1.3.6.1.4.1.19849.6.1.1.0'],
    firmwareVersion: ['1.3.6.1.4.1.19849.6.1.2.0'],
  },
}
