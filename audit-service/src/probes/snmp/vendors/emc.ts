import type { Vendor } from './vendor.ts'

/** sysDescr of Unity, and of VNX and Celerra. */
export const emc: Vendor = {
  name: 'EMC',
  enterprises: [1139],
  descriptions: [
    { form: /Model : (?<model>[^,]+), Software Version : (?<version>[^,\s]+)/ },
    { form: /\b(?:Celerra|VNX).*Version:? T?(?<version>\d[\d.]+)/i },
  ],
}
