import type { Vendor } from './vendor.ts'

/** MULTITECH-ROUTER-MIB mtsRouterSystemObjects. */
export const multitech: Vendor = {
  name: 'MultiTech',
  enterprises: [995],
  objects: {
    model: ['1.3.6.1.4.1.995.15.1.1.1.0'],
    serialNumber: ['1.3.6.1.4.1.995.15.1.1.2.0'],
    firmwareVersion: ['1.3.6.1.4.1.995.15.1.1.3.0'],
  },
  type: 'network-device',
}
