import type { Vendor } from './vendor.ts'

/** XEROX-GENERAL-MIB device serial number. */
export const xerox: Vendor = {
  name: 'Xerox',
  enterprises: [253],
  objects: {
    serialNumber: ['1.3.6.1.4.1.253.8.53.3.2.1.3.1'],
  },
  descriptions: [
    { form: /^(?:FUJI )?Xerox (?<model>[^;,]+)[;,]/i },
    { form: /[;,] (?:System(?: Software)?|OS|Net Controller|Controller\+?PS)[ :]*(?<version>\d[\w.]+)/ },
  ],
}
