import type { Vendor } from './vendor.ts'

const inventory = '1.3.6.1.4.1.4413.1.1.1.1.1'

/** FASTPATH-SWITCHING-MIB agentInventoryGroup under Broadcom's number, which many OEM switches keep. */
export const fastpath: Vendor = {
  name: 'Broadcom',
  enterprises: [4413],
  objects: {
    model: [`${inventory}.3.0`],
    serialNumber: [`${inventory}.4.0`],
    firmwareVersion: [`${inventory}.13.0`],
  },
  type: 'network-device',
}
