import type { Vendor } from './vendor.ts'

/**
 * ES3510-MIB and its many variants: Accton and its OEM customers have the switch table (swOpCodeVer, swSerialNumber)
 * and the product (swProdName) at the same positions below the sysObjectID of each product.
 */
export const accton: Vendor = {
  name: 'Accton',
  enterprises: [259, 202, 52642],
  objects: {
    model: [{ at: '.1.1.5.1.0', match: /(\S*\d\S*)$/ }],
    serialNumber: ['.1.1.3.1.10.1'],
    firmwareVersion: ['.1.1.3.1.6.1'],
  },
}
