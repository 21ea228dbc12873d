import type { Vendor } from './vendor.ts'

/** NETWORK-APPLIANCE-MIB: productModel, productSerialNum. */
export const netapp: Vendor = {
  name: 'NetApp',
  enterprises: [789],
  objects: {
    model: ['1.3.6.1.4.1.789.1.1.5.0'],
    serialNumber: ['1.3.6.1.4.1.789.1.1.9.0'],
  },
  descriptions: [{ form: /^NetApp Release (?<version>[^:]+)/ }],
  type: 'storage',
}
