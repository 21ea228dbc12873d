import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.7779.3.1.1.2.1'

/** IB-PLATFORMONE-MIB: ibHardwareType, ibSerialNumber, ibNiosVersion. */
export const infoblox: Vendor = {
  name: 'Infoblox',
  enterprises: [7779],
  objects: {
    model: [`${own}.4.0`],
    serialNumber: [`${own}.6.0`],
    firmwareVersion: [`${own}.7.0`],
  },
  type: 'network-device',
}
