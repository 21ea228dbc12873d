import type { Vendor } from './vendor.ts'

/** BLUECOAT-SG-PROXY-MIB: sgProxyVersion, sgProxySerialNumber. */
export const blueCoat: Vendor = {
  name: 'Blue Coat',
  enterprises: [3417],
  objects: {
    serialNumber: ['1.3.6.1.4.1.3417.2.11.1.4.0'],
  },
  descriptions: [{ form: /Blue Coat (?<model>S?G?[\w-]*\d[\w-]*)/ }, { form: /\b(?<version>SGOS \d[\d.]+)/ }],
}
