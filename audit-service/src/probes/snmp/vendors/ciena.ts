import type { Vendor } from './vendor.ts'

/** WWP-LEOS-CHASSIS-MIB serial numbers; sysDescr: `3930 Service Delivery Switch`. */
export const ciena: Vendor = {
  name: 'Ciena',
  enterprises: [1271, 6141],
  objects: {
    serialNumber: [
      '1.3.6.1.4.1.6141.2.60.11.1.1.1.67.0',
      '1.3.6.1.4.1.6141.2.60.11.1.1.1.52.0',
      '1.3.6.1.4.1.6141.2.3.1.1.1.0',
    ],
  },
  descriptions: [{ form: /^(?:CN )?(?<model>\d{4}\w*) Service/ }],
}
