import type { Vendor } from './vendor.ts'

/** MOXA switches have switchModel and firmwareVersion under their own sysObjectID. */
export const moxa: Vendor = {
  name: 'Moxa',
  enterprises: [8691],
  objects: {
    model: [{ at: '.1.2.0', match: /^([A-Z]{2,4}-\S+)/ }],
    firmwareVersion: [{ at: '.1.4.0', match: /^(V?\d+\.\d.*)/ }],
  },
}
