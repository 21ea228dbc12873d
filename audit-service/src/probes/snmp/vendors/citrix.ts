import type { Vendor } from './vendor.ts'

/** NS-ROOT-MIB: sysHardwareVersionDesc, sysHardwareSerialNumber, sysBuildVersion. */
export const citrix: Vendor = {
  name: 'Citrix',
  enterprises: [5951],
  objects: {
    serialNumber: ['1.3.6.1.4.1.5951.4.1.1.14.0'],
  },
  descriptions: [{ form: /(?<os>NetScaler) (?<version>NS\d[\w.]*: Build [\w.]+?)(?:\.nc|,)/ }],
}
