import type { Vendor } from './vendor.ts'

/** CHECKPOINT-MIB svn: svnVersion, svnApplianceInfo. */
export const checkPoint: Vendor = {
  name: 'Check Point',
  enterprises: [2620],
  objects: {
    model: ['1.3.6.1.4.1.2620.1.6.16.7.0'],
    serialNumber: ['1.3.6.1.4.1.2620.1.6.16.3.0'],
    firmwareVersion: ['1.3.6.1.4.1.2620.1.6.4.1.0'],
  },
  type: 'network-device',
}
