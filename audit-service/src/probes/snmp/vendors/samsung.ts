import type { Vendor } from './vendor.ts'

/** SAMSUNG-PRINTER-EXT-MIB: secSysModelName, secSysSerialNumber, secSysFWVersion. */
export const samsung: Vendor = {
  name: 'Samsung',
  enterprises: [236],
  objects: {
    model: ['1.3.6.1.4.1.236.11.5.1.1.1.1.0'],
    serialNumber: ['1.3.6.1.4.1.236.11.5.1.1.1.4.0'],
    firmwareVersion: ['1.3.6.1.4.1.236.11.5.1.1.1.2.0'],
  },
  types: [['236.11.5', 'printer']],
  descriptions: [{ form: /^Samsung (?<model>\S+)(?: Series)?[; ].*?\b(?:OS V?|V ?)(?<version>\d[\d.]+)/i }],
}
