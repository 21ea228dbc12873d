import type { Vendor } from './vendor.ts'

/** A10-AX-MIB: axSysPrimaryVersionOnDisk, axSysSerialNumber. */
export const a10: Vendor = {
  name: 'A10 Networks',
  enterprises: [22610],
  objects: {
    serialNumber: ['1.3.6.1.4.1.22610.2.4.1.6.2.0'],
    firmwareVersion: ['1.3.6.1.4.1.22610.2.4.1.1.1.0'],
  },
  descriptions: [
    { form: /(?<model>(?:TH|AX|vTh)\w{1,16})\S{0,16},.{0,200}?(?:ACOS|OS version) (?<version>\d[^, ]*)/i },
  ],
}
