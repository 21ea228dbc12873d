import type { Vendor } from './vendor.ts'

/** CANON-MIB: canPdInfoProductName, canPdInfoProductVersion, canServInfoSerialNumberDeviceNumber. */
export const canon: Vendor = {
  name: 'Canon',
  enterprises: [1602],
  objects: {
    model: ['1.3.6.1.4.1.1602.1.1.1.1.0'],
    serialNumber: ['1.3.6.1.4.1.1602.1.2.1.8.1.3.1.1'],
    firmwareVersion: ['1.3.6.1.4.1.1602.1.1.1.4.0'],
  },
  descriptions: [{ form: /^Canon (?<model>\S.*?)(?: \/\w)?$/ }],
}
