import type { Vendor } from './vendor.ts'

const unit = '1.3.6.1.4.1.6027.3.10.1.2.2.1'

/** F10-S-SERIES-CHASSIS-MIB chStackUnitTable. */
export const force10: Vendor = {
  name: 'Dell Force10',
  enterprises: [6027],
  objects: {
    model: [`${unit}.7.*`],
    serialNumber: [`${unit}.12.*`],
    firmwareVersion: [`${unit}.10.*`],
  },
  descriptions: [
    { form: /(?:Software|Application Software) Version: ?(?<version>[\w.()-]+)/ },
    { form: /\b(?:Series|System Type): ?(?<model>[\w-]+)/ },
  ],
  type: 'network-device',
}
