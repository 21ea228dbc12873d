import type { Vendor } from './vendor.ts'

/** PAN-COMMON-MIB: panSysSwVersion, panSysSerialNumber; a series is not its model. */
export const paloAlto: Vendor = {
  name: 'Palo Alto Networks',
  enterprises: [25461],
  objects: {
    serialNumber: ['1.3.6.1.4.1.25461.2.1.2.1.3.0'],
    firmwareVersion: ['1.3.6.1.4.1.25461.2.1.2.1.1.0'],
  },
  descriptions: [{ form: /^Palo Alto Networks (?<model>(?:PA|M|WF)-\w+)(?: series)?/ }],
  /** PAN-PRODUCTS-MIB. */
  products: {
    '25461.2.3.1': 'PA-4050',
    '25461.2.3.2': 'PA-4020',
    '25461.2.3.3': 'PA-2050',
    '25461.2.3.4': 'PA-2020',
    '25461.2.3.5': 'PA-4060',
    '25461.2.3.6': 'PA-500',
    '25461.2.3.8': 'PA-5060',
    '25461.2.3.9': 'PA-5050',
    '25461.2.3.11': 'PA-5020',
    '25461.2.3.12': 'PA-200',
    '25461.2.3.17': 'PA-3050',
    '25461.2.3.18': 'PA-3020',
    '25461.2.3.19': 'PA-3060',
    '25461.2.3.22': 'PA-5260',
    '25461.2.3.23': 'PA-5250',
    '25461.2.3.24': 'PA-5220',
  },
}
