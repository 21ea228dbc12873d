import type { Vendor } from './vendor.ts'

/** SYNOLOGY-SYSTEM-MIB: modelName, serialNumber, version. */
export const synology: Vendor = {
  name: 'Synology',
  enterprises: [6574],
  objects: {
    model: ['1.3.6.1.4.1.6574.1.5.1.0'],
    serialNumber: ['1.3.6.1.4.1.6574.1.5.2.0'],
    firmwareVersion: ['1.3.6.1.4.1.6574.1.5.3.0'],
  },
  type: 'storage',
}
