import type { Vendor } from './vendor.ts'

/** ACS-MIB acsAppliance: acsProductModel, acsSerialNumber, acsFirmwareVersion. */
export const avocent: Vendor = {
  name: 'Avocent',
  enterprises: [10418],
  objects: {
    model: ['1.3.6.1.4.1.10418.26.2.1.2.0'],
    serialNumber: ['1.3.6.1.4.1.10418.26.2.1.4.0'],
    firmwareVersion: ['1.3.6.1.4.1.10418.26.2.1.7.0'],
  },
}
