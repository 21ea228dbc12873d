import type { Vendor } from './vendor.ts'

/** TOSHIBATEC-MIB bcpGeneral: bcpProductNumber, bcpProductVersion, bcpDeviceModel. */
export const toshibaTec: Vendor = {
  name: 'Toshiba TEC',
  enterprises: [1129],
  objects: {
    model: ['1.3.6.1.4.1.1129.1.2.1.1.1.2.1.0'],
    serialNumber: ['1.3.6.1.4.1.1129.1.2.1.1.1.1.1.0'],
    firmwareVersion: ['1.3.6.1.4.1.1129.1.2.1.1.1.1.2.0'],
  },
}
