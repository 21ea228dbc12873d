import type { Vendor } from './vendor.ts'

/** LCOS-MIB lcsStatusHardwareInfo; sysDescr: `LANCOM 1781VA 8.84.0106 / 29.11.2013 4003871818100072`. */
export const lancom: Vendor = {
  name: 'LANCOM',
  enterprises: [2356],
  objects: {
    model: ['1.3.6.1.4.1.2356.11.1.47.6.0'],
    serialNumber: ['1.3.6.1.4.1.2356.11.1.47.7.0'],
    firmwareVersion: ['1.3.6.1.4.1.2356.11.1.47.9.0'],
  },
  descriptions: [
    { form: /^LANCOM (?<model>.+?) (?<version>\d+\.\d+\.\w+)(?: \/ [\d.]+ (?:\/ )?(?<serialNumber>\d{10,}))?/ },
  ],
}
