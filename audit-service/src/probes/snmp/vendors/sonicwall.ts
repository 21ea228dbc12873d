import type { Vendor } from './vendor.ts'

/** SONICWALL-FIREWALL-IP-STATISTICS-MIB snwlSys. */
export const sonicwall: Vendor = {
  name: 'SonicWall',
  enterprises: [8741],
  objects: {
    model: ['1.3.6.1.4.1.8741.2.1.1.1.0'],
    serialNumber: ['1.3.6.1.4.1.8741.2.1.1.2.0'],
    firmwareVersion: ['1.3.6.1.4.1.8741.2.1.1.3.0'],
  },
  descriptions: [{ form: /^SonicWALL (?<model>.+?) \((?<version>Sonic\w+ [^)]+)\)/i }],
}
