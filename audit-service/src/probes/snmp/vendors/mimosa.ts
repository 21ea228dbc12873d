import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.43356.2.1.2.1'

/** MIMOSA-NETWORKS-BFIVE-MIB: mimosaSerialNumber, mimosaFirmwareVersion. */
export const mimosa: Vendor = {
  name: 'Mimosa',
  enterprises: [43356],
  objects: {
    serialNumber: [`${own}.2.0`],
    firmwareVersion: [`${own}.3.0`],
  },
}
