import type { Vendor } from './vendor.ts'

/** ADTRAN-MIB adProductInfo; sysDescr: `NetVanta 3448, Version: R10.3.0.E, …`. */
export const adtran: Vendor = {
  name: 'Adtran',
  enterprises: [664],
  objects: {
    model: ['1.3.6.1.4.1.664.3.1.1.0'],
    serialNumber: ['1.3.6.1.4.1.664.3.1.4.0'],
    firmwareVersion: ['1.3.6.1.4.1.664.3.1.6.0'],
  },
  descriptions: [{ form: /^(?<model>(?:NetVanta|Total Access|TA) ?\w[^,]*), Version: (?<version>[^,]+)/ }],
}
