import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.318.1.1'

/** PowerNet-MIB: upsBasicIdent, upsAdvIdent, rPDU2Ident, rPDUIdent, sPDUIdent, atsIdent. */
export const apc: Vendor = {
  name: 'APC',
  enterprises: [318],
  objects: {
    model: [`${own}.1.1.1.1.0`, `${own}.26.2.1.8.1`, `${own}.12.1.5.0`, `${own}.4.1.4.0`, `${own}.8.1.5.0`],
    serialNumber: [`${own}.1.1.2.3.0`, `${own}.26.2.1.9.1`, `${own}.12.1.6.0`, `${own}.4.1.5.0`, `${own}.8.1.6.0`],
    firmwareVersion: [`${own}.1.1.2.1.0`, `${own}.26.2.1.6.1`, `${own}.12.1.3.0`, `${own}.4.1.2.0`, `${own}.8.1.2.0`],
  },
  descriptions: [{ form: /\(MB:\S+ PF:(?<version>\S+) / }],
}
