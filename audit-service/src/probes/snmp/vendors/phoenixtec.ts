import type { Vendor } from './vendor.ts'

const ident = '1.3.6.1.4.1.935.1.1.1.1'

/** UPS-MIB of Phoenixtec and its many OEM brands: upsBaseIdent, upsSmartIdent. */
export const phoenixtec: Vendor = {
  name: 'Phoenixtec',
  enterprises: [935],
  objects: {
    model: [`${ident}.1.1.0`],
    serialNumber: [`${ident}.2.3.0`, '1.3.6.1.4.1.935.10.1.1.1.4.0'],
    firmwareVersion: [`${ident}.2.1.0`],
  },
  type: 'ups',
}
