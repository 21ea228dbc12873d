import type { Vendor } from './vendor.ts'

/** METEL industrial switches: product, serial number. */
export const metel: Vendor = {
  name: 'Metel',
  enterprises: [38616],
  objects: {
    serialNumber: ['1.3.6.1.4.1.38616.1.1.2.0'],
  },
  descriptions: [{ form: /^(?<model>\S+) .*\bfw:(?<version>[\d.]+)/ }],
}
