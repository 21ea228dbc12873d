import type { Vendor } from './vendor.ts'

/** DAHUA-SNMP-MIB, under an unregistered number: deviceType, serialNumber, softwareRevision. */
export const dahua: Vendor = {
  name: 'Dahua',
  enterprises: [37496, 1004849],
  objects: {
    model: ['1.3.6.1.4.1.1004849.2.1.2.6.0'],
    serialNumber: ['1.3.6.1.4.1.1004849.2.1.2.4.0'],
    firmwareVersion: ['1.3.6.1.4.1.1004849.2.1.1.1.0'],
  },
  type: 'camera',
}
