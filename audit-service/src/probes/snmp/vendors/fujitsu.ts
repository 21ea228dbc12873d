import type { Vendor } from './vendor.ts'

/** FSC-SERVERCONTROL2-MIB sc2UnitTable, sc2ManagementNodeTable. */
export const fujitsu: Vendor = {
  name: 'Fujitsu',
  enterprises: [231, 211],
  objects: {
    model: ['1.3.6.1.4.1.231.2.10.2.2.10.2.3.1.5.1'],
    serialNumber: ['1.3.6.1.4.1.231.2.10.2.2.10.2.3.1.7.1'],
  },
  types: [
    ['231', 'computer'],
    ['211.1.21', 'storage'],
  ],
}
