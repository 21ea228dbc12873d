import type { Vendor } from './vendor.ts'

/** ISILON-MIB: chassisModel, chassisSerialNumber of the node. */
export const isilon: Vendor = {
  name: 'Isilon',
  enterprises: [12124],
  objects: {
    model: ['1.3.6.1.4.1.12124.2.51.1.4.*'],
    serialNumber: ['1.3.6.1.4.1.12124.2.51.1.3.*'],
  },
  type: 'storage',
}
