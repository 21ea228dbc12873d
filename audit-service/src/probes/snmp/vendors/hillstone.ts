import type { Vendor } from './vendor.ts'

/** HILLSTONE-SYSTEM-MIB: sysSerialNumber, sysSoftware. */
export const hillstone: Vendor = {
  name: 'Hillstone',
  enterprises: [28557],
  objects: {
    serialNumber: ['1.3.6.1.4.1.28557.2.2.1.1.0'],
    firmwareVersion: [{ at: '1.3.6.1.4.1.28557.2.2.1.2.0', match: /Version \S+ (\S+)/ }, '1.3.6.1.4.1.28557.2.2.1.2.0'],
  },
  descriptions: [
    { form: /, Version \S+ (?<version>\w[\w-]*-\d+\.\dR\d\w*)/ },
    { form: /Hillstone.*?\s(?<model>(?:[A-Z0-9]+-)+[A-Z0-9]+)(?![\w.-])/ },
  ],
}
