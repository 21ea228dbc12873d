import type { Vendor } from './vendor.ts'

/** VOLTRONIC-POWER-UPS-MIB upsIdent. */
export const voltronic: Vendor = {
  name: 'Voltronic Power',
  enterprises: [43943],
  objects: {
    manufacturer: ['1.3.6.1.4.1.43943.1.1.1.1.0'],
    model: ['1.3.6.1.4.1.43943.1.1.1.3.0'],
    serialNumber: ['1.3.6.1.4.1.43943.1.1.1.4.0'],
    firmwareVersion: [{ at: '1.3.6.1.4.1.43943.1.1.1.6.0', match: /^(?:VERFW:)?(.+)/i }],
  },
  type: 'ups',
}
