import type { Vendor } from './vendor.ts'

const inventory = '1.3.6.1.4.1.4526.10.1.1.1'

/** NETGEAR-INVENTORY-MIB agentInventoryGroup. */
export const netgear: Vendor = {
  name: 'Netgear',
  enterprises: [4526],
  objects: {
    model: [`${inventory}.3.0`],
    serialNumber: [`${inventory}.4.0`],
    firmwareVersion: [`${inventory}.13.0`],
  },
}
