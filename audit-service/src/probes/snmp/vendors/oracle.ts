import type { Vendor } from './vendor.ts'

/** sysDescr of ILOM service processors and of the Sun agents. */
export const oracle: Vendor = {
  name: 'Oracle',
  enterprises: [42],
  types: [
    ['42.2.200', 'computer'],
    ['42.2.225', 'storage'],
    ['42.2.1', 'computer'],
    ['42.2.12', 'computer'],
  ],
  descriptions: [{ form: /^(?:ORACLE |SUN )?(?<model>[^,]+), ILOM v?(?<version>[\w.]+)/i, type: 'computer' }],
}
