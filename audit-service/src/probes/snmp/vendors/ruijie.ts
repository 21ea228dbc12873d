import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.4881.1.1.10.2'

/** RUIJIE-ENTITY-MIB ruijieDeviceTable, RUIJIE-SYSTEM-MIB; sysDescr contains the model in brackets. */
export const ruijie: Vendor = {
  name: 'Ruijie',
  enterprises: [4881],
  objects: {
    serialNumber: [`${own}.21.1.2.1.10.*`, `${own}.1.1.24.0`],
    firmwareVersion: [`${own}.21.1.2.1.8.*`, `${own}.1.1.2.0`],
  },
  descriptions: [{ form: /\((?<model>[A-Z]+[\w-]*\d[\w-]*)\) *By Ruijie/i }],
}
