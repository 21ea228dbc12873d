import type { Vendor } from './vendor.ts'

const raid = '1.3.6.1.4.1.116.5.11.4.1.1.5.1'

/** HM800-MIB raidExMibRaidListTable: raidlistSerialNumber, raidlistDKCMainVersion, raidlistDKCProductName. */
export const hitachi: Vendor = {
  name: 'Hitachi',
  enterprises: [116],
  objects: {
    model: [`${raid}.4.*`],
    serialNumber: [`${raid}.1.*`],
    firmwareVersion: [`${raid}.3.*`],
  },
  types: [['116.3.11', 'storage']],
  descriptions: [{ form: /^HITACHI (?<model>DF\d\w{2,5})(?: Ver (?<version>\d{4}\/\w))?/ }],
  type: 'storage',
}
