import type { Vendor } from './vendor.ts'

/** DATA-DOMAIN-MIB systemProperties. */
export const dataDomain: Vendor = {
  name: 'Data Domain',
  enterprises: [19746],
  objects: {
    model: ['1.3.6.1.4.1.19746.1.13.1.4.0'],
    serialNumber: ['1.3.6.1.4.1.19746.1.13.1.1.0'],
    firmwareVersion: ['1.3.6.1.4.1.19746.1.13.1.3.0'],
  },
  descriptions: [{ form: /Data Domain OS (?<version>\S+)/ }],
  type: 'storage',
}
