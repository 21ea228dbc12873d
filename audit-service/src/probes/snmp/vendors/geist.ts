import type { Vendor } from './vendor.ts'

const v4 = '1.3.6.1.4.1.21239.5.1.1'
const imd = '1.3.6.1.4.1.21239.5.2.1'

/** GEIST-V4-MIB deviceInfo; GEIST-IMD-MIB has the same objects one branch further. */
export const geist: Vendor = {
  name: 'Geist',
  enterprises: [21239],
  objects: {
    model: [`${v4}.8.0`, `${imd}.8.0`, `${v4}.1.0`, `${imd}.1.0`],
    serialNumber: [`${v4}.10.0`, `${imd}.10.0`],
    firmwareVersion: [`${v4}.2.0`, `${imd}.2.0`],
  },
  types: [
    ['21239.5.2', 'ups'],
    ['21239.42.1.32', 'ups'],
  ],
}
