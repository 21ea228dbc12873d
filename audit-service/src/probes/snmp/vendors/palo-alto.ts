import type { Vendor } from './vendor.ts'

/** PAN-COMMON-MIB: panSysSwVersion, panSysSerialNumber; a series is not its model. */
export const paloAlto: Vendor = {
  name: 'Palo Alto Networks',
  enterprises: [25461],
  objects: {
    serialNumber: ['1.3.6.1.4.1.25461.2.1.2.1.3.0'],
    firmwareVersion: ['1.3.6.1.4.1.25461.2.1.2.1.1.0'],
  },
  descriptions: [{ form: /^Palo Alto Networks (?<model>(?:PA|M|WF)-\w+)(?: series)?/ }],
}
