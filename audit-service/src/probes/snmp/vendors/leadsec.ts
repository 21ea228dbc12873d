import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.9833.1.3'

/** Firewall MIB of Leadsec, related to that of Venustech: serial, product name, version. */
export const leadsec: Vendor = {
  name: 'Leadsec',
  enterprises: [9833],
  objects: {
    model: [{ at: `${own}.4.0`, match: /([A-Z]+(?:-[\w]+)+)$/ }],
    serialNumber: [`${own}.3.0`],
    firmwareVersion: [`${own}.5.0`],
  },
}
