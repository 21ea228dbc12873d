import type { Vendor } from './vendor.ts'

const unit = '1.3.6.1.4.1.6027.3.10.1.2.2.1'
const blade = '1.3.6.1.4.1.6027.3.19.1.2.1.1'
const chassis = '1.3.6.1.4.1.6027.3.26.1.3.4.1'

/** chStackUnitTable of F10-S-SERIES- and F10-M-SERIES-CHASSIS-MIB, DELL-NETWORKING-CHASSIS-MIB. */
export const force10: Vendor = {
  name: 'Dell Force10',
  enterprises: [6027],
  objects: {
    model: [`${unit}.7.*`],
    serialNumber: [`${unit}.12.*`, `${blade}.12.*`, `${chassis}.11.*`],
    firmwareVersion: [`${unit}.10.*`, `${blade}.10.*`, `${chassis}.10.*`],
  },
  descriptions: [
    { form: /(?:Software|Application Software) Version: ?(?<version>[\w.()-]+)/ },
    { form: /\b(?:Series|System Type): ?(?<model>[\w-]+)/ },
  ],
  type: 'network-device',
}
