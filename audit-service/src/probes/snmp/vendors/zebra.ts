import type { Vendor } from './vendor.ts'

/** ZEBRA-QL-MIB; ESI-MIB of its print servers. */
export const zebra: Vendor = {
  name: 'Zebra',
  enterprises: [10642, 683],
  objects: {
    model: ['1.3.6.1.4.1.10642.1.1.0', '1.3.6.1.4.1.10642.200.19.7.0'],
    serialNumber: ['1.3.6.1.4.1.10642.200.19.5.0', '1.3.6.1.4.1.683.1.5.0'],
    firmwareVersion: ['1.3.6.1.4.1.10642.1.2.0', '1.3.6.1.4.1.683.1.9.0'],
  },
  type: 'printer',
}
