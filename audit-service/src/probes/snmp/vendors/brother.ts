import type { Vendor } from './vendor.ts'

/** BROTHER-MIB: brInfoSerialNumber, brpsServerDescription. */
export const brother: Vendor = {
  name: 'Brother',
  enterprises: [2435],
  objects: {
    model: [{ at: '1.3.6.1.4.1.2435.2.4.3.1240.1.12.0', match: /^Brother (.+)/i }],
    serialNumber: ['1.3.6.1.4.1.2435.2.3.9.4.2.1.5.5.1.0'],
  },
}
