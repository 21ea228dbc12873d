import type { Vendor } from './vendor.ts'

/** FCMGMT-MIB connUnitProduct, connUnitSn and connUnitRevsRevId, which Dot Hill, its OEMs and EMC CLARiiON serve. */
export const dotHill: Vendor = {
  name: 'Dot Hill',
  enterprises: [2294, 6520, 1981],
  objects: {
    model: ['1.3.6.1.3.94.1.6.1.7.*'],
    serialNumber: ['1.3.6.1.3.94.1.6.1.8.*'],
  },
  type: 'storage',
}
