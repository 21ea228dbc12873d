import type { Vendor } from './vendor.ts'

/** SFOS-FIREWALL-MIB sfosXGDeviceInfo. */
export const sophos: Vendor = {
  name: 'Sophos',
  enterprises: [2604, 21067],
  objects: {
    model: ['1.3.6.1.4.1.2604.5.1.1.2.0'],
    serialNumber: ['1.3.6.1.4.1.2604.5.1.1.4.0'],
    firmwareVersion: ['1.3.6.1.4.1.2604.5.1.1.3.0'],
  },
  type: 'network-device',
}
