import type { Vendor } from './vendor.ts'

/** NS-ROOT-MIB: sysHardwareVersionDesc, sysHardwareSerialNumber, sysBuildVersion; systemSerial of SDX and SD-WAN. */
export const citrix: Vendor = {
  name: 'Citrix',
  enterprises: [5951],
  objects: {
    serialNumber: ['4.1.1.14.0', '6.2.16.0', '7.2.13.0'].map((at) => `1.3.6.1.4.1.5951.${at}`),
  },
  descriptions: [{ form: /(?<os>NetScaler) (?<version>NS\d[\w.]*: Build [\w.]+?)(?:\.nc|,)/ }],
}
