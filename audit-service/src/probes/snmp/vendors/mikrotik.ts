import type { Vendor } from './vendor.ts'

/** MIKROTIK-MIB: mtxrSerialNumber, mtxrLicVersion; sysDescr contains the board. */
export const mikrotik: Vendor = {
  name: 'MikroTik',
  enterprises: [14988],
  objects: {
    serialNumber: ['1.3.6.1.4.1.14988.1.1.7.3.0'],
    firmwareVersion: ['1.3.6.1.4.1.14988.1.1.4.4.0'],
  },
  descriptions: [{ form: /^(?<os>RouterOS) (?:(?<version>\d+\.\d[\w.]*) )?(?:\([\w-]{1,20}\) on )?(?<model>\S.*)/ }],
}
