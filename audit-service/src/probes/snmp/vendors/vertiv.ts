import type { Vendor } from './vendor.ts'

const agent = '1.3.6.1.4.1.476.1.42.2'
const series = '1.3.6.1.4.1.476.1.1.1.1.1'

/** LIEBERT-GP-AGENT-MIB lgpAgentManagedDeviceTable, lgpAgentIdent; the older LIEBERT-SERIES-UPS-MIB. */
export const vertiv: Vendor = {
  name: 'Vertiv',
  enterprises: [476],
  objects: {
    model: [`${agent}.4.2.1.4.*`, `${series}.2.0`],
    serialNumber: [`${agent}.4.2.1.7.*`, `${series}.6.0`],
    firmwareVersion: [`${agent}.4.2.1.5.*`, `${series}.3.0`, `${agent}.1.3.0`],
  },
  type: 'ups',
}
