import type { Vendor } from './vendor.ts'

/** ZYXEL-ES-COMMON esSysInfo: sysSwVersionString, sysProductModel, sysProductSerialNumber; sysSerialNumber below older products. */
export const zyxel: Vendor = {
  name: 'Zyxel',
  enterprises: [890],
  objects: {
    model: ['1.3.6.1.4.1.890.1.15.3.1.11.0'],
    serialNumber: ['1.3.6.1.4.1.890.1.15.3.1.12.0', '.1.10.0'],
    firmwareVersion: [
      '1.3.6.1.4.1.890.1.15.3.1.6.0',
      '1.3.6.1.4.1.890.1.6.11.1.1.0',
      { at: '.1.11.0', match: /^(V?\d+\.\d+\(\w.*)/ },
    ],
  },
  descriptions: [{ form: /^(?<model>(?:ZyWALL|USG|ATP|NXC)[ -]?\w.*)$/ }],
}
