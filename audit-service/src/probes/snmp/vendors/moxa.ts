import type { Vendor } from './vendor.ts'

/** MOXA switches have switchModel, firmwareVersion and serialNumber under their own sysObjectID. */
export const moxa: Vendor = {
  name: 'Moxa',
  enterprises: [8691],
  objects: {
    model: [{ at: '.1.2.0', match: /^([A-Z]{2,4}-\S+)/ }],
    serialNumber: ['.1.78.0'],
    firmwareVersion: [{ at: '.1.4.0', match: /^(V?\d+\.\d.*)/ }],
  },
}
