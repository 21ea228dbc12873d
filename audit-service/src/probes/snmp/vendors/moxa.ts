import type { Vendor } from './vendor.ts'

/** MOXA switches have switchModel, firmwareVersion and serialNumber under their own sysObjectID. */
export const moxa: Vendor = {
  name: 'Moxa',
  enterprises: [8691],
  objects: {
    model: [
      { at: '.1.2.0', match: /^([A-Z]{2,4}-\S+)/ },
      { at: '.1.1.1.0', match: /^(?=.*\d)([A-Z][\w-]{3,30})$/ },
    ],
    serialNumber: ['.1.78.0', '.1.1.2.0'],
    firmwareVersion: [
      { at: '.1.4.0', match: /^(V?\d+\.\d.*)/ },
      { at: '.1.1.3.0', match: /^(V?\d+\.\d.*)/ },
    ],
  },
}
