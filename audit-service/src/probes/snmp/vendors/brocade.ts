import type { Vendor } from './vendor.ts'

/** SW-MIB swFirmwareVersion of Fibre Channel switches, connUnitSn (FCMGMT-MIB). */
export const brocade: Vendor = {
  name: 'Brocade',
  enterprises: [1588],
  objects: {
    serialNumber: ['1.3.6.1.3.94.1.6.1.8.*'],
    firmwareVersion: ['1.3.6.1.4.1.1588.2.1.1.1.1.6.0'],
  },
  type: 'network-device',
}
