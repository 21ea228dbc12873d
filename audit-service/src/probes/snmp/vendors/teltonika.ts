import type { Vendor } from './vendor.ts'

/** The product name at the start of an order code: `RUT950U022C0`, `RUTX11000000`. */
const productName = /^(RUT[MX]\d\d|(?:RUT|TRB|TCR|TSW|TAP|OTD)\d{3})/

/** TELTONIKA-RUTX-MIB: serial, productCode, fwVersion; the older MIB has the IMEI in the same position. */
export const teltonika: Vendor = {
  name: 'Teltonika',
  enterprises: [48690],
  objects: {
    model: [
      { at: '1.3.6.1.4.1.48690.1.3.0', match: productName },
      { at: '1.3.6.1.4.1.48690.1.2.0', match: productName },
    ],
    serialNumber: [{ at: '1.3.6.1.4.1.48690.1.1.0', match: /^(\d{8,11})$/ }],
    firmwareVersion: [{ at: '1.3.6.1.4.1.48690.1.6.0', match: /^([A-Z]\w+_R_\S+)/ }],
  },
  type: 'network-device',
}
