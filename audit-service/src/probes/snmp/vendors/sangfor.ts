import type { Vendor } from './vendor.ts'

const productLine = /^((?:WAC|NAC|AC|AD|AF|SSL|VPN|WOC|BM|SG|IAM)\b.*)/

/** SANGFOR-GENERAL-MIB and the Sundray tree after it: product name, version. */
export const sangfor: Vendor = {
  name: 'Sangfor',
  enterprises: [35047, 45577],
  objects: {
    // Appliances of other product lines report their main board in this object.
    model: [
      { at: '1.3.6.1.4.1.45577.1.1.0', match: productLine },
      { at: '1.3.6.1.4.1.35047.1.1.0', match: productLine },
    ],
    firmwareVersion: ['1.3.6.1.4.1.45577.1.14.0', '1.3.6.1.4.1.35047.1.14.0'],
  },
}
