import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.3808.1.1'

/** CPS-MIB: upsBaseIdent, upsAdvanceIdent, ePDUIdent. */
export const cyberpower: Vendor = {
  name: 'CyberPower',
  enterprises: [3808],
  objects: {
    model: [`${own}.1.1.1.1.0`, `${own}.3.1.5.0`],
    serialNumber: [`${own}.1.1.2.3.0`, `${own}.3.1.6.0`],
    firmwareVersion: [`${own}.1.1.2.1.0`, `${own}.3.1.3.0`],
  },
  type: 'ups',
}
