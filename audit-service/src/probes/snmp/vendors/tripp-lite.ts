import type { Vendor } from './vendor.ts'

/** TRIPPLITE-PRODUCTS tlpDeviceTable. */
export const trippLite: Vendor = {
  name: 'Tripp Lite',
  enterprises: [850],
  objects: {
    manufacturer: ['1.3.6.1.4.1.850.1.1.1.2.1.4.1'],
    model: ['1.3.6.1.4.1.850.1.1.1.2.1.5.1'],
  },
  type: 'ups',
  descriptions: [{ form: /\bPowerAlert (?<version>\d[\d.]+)/ }],
}
