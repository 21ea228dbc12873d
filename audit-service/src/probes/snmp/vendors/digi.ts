import type { Vendor } from './vendor.ts'

/** SARIAN-MONITOR-MIB of Digi TransPort: serial number, firmware. */
export const digi: Vendor = {
  name: 'Digi International',
  enterprises: [16378, 332],
  objects: {
    serialNumber: ['1.3.6.1.4.1.16378.10000.3.15.0'],
    firmwareVersion: ['1.3.6.1.4.1.16378.10000.3.16.0'],
  },
}
