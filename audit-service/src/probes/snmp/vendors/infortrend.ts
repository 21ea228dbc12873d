import type { Vendor } from './vendor.ts'

const info = '1.3.6.1.4.1.1714.1.1.1.1'

/** IFT-SNMP-MIB sysInformation: fwMajorVersion, fwMinorVersion, serialNum, privateLogoModel. */
export const infortrend: Vendor = {
  name: 'Infortrend',
  enterprises: [1714],
  objects: {
    model: [`${info}.15.0`],
    serialNumber: [`${info}.10.0`],
    firmwareVersion: [{ parts: [`${info}.4.0`, `${info}.5.0`], separator: '.' }],
  },
  type: 'storage',
}
