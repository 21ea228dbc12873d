import type { Vendor } from './vendor.ts'

/** BROTHER-MIB brInfoSerialNumber; sysDescr names the network card. */
export const brother: Vendor = {
  name: 'Brother',
  enterprises: [2435],
  objects: { serialNumber: ['1.3.6.1.4.1.2435.2.3.9.4.2.1.5.5.1.0'] },
}
