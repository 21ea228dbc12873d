import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.11256.1.0'

/** STORMSHIELD-PROPERTY-MIB and the older NETASQ-PROPERTY-MIB: snsModel, snsVersion, snsSerialNumber. */
export const stormshield: Vendor = {
  name: 'Stormshield',
  enterprises: [11256],
  objects: {
    model: [`${own}.1.0`],
    serialNumber: [`${own}.3.0`],
    firmwareVersion: [`${own}.2.0`],
  },
}
