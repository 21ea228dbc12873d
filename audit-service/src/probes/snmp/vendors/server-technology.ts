import type { Vendor } from './vendor.ts'

const unit = '1.3.6.1.4.1.1718.4.1.2.2.1'
const tower = '1.3.6.1.4.1.1718.3.2.1.1'

/** Sentry4-MIB: st4UnitModel, st4UnitProductSN, st4SystemFirmwareVersion; Sentry3-MIB: systemVersion, towerTable. */
export const serverTechnology: Vendor = {
  name: 'Server Technology',
  enterprises: [1718],
  objects: {
    model: [`${unit}.5.*`, `${tower}.7.*`],
    serialNumber: [`${unit}.4.*`, `${tower}.6.*`],
    firmwareVersion: [
      { at: '1.3.6.1.4.1.1718.4.1.1.1.3.0', match: /(\d.*)$/ },
      { at: '1.3.6.1.4.1.1718.3.1.1.0', match: /(\d.*)$/ },
    ],
  },
  type: 'ups',
}
