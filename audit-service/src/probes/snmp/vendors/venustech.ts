import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.15227.200.1'

/** Firewall MIB of Venustech: serial, product name such as `… USG-FW-1010DP`, version. */
export const venustech: Vendor = {
  name: 'Venustech',
  enterprises: [15227],
  objects: {
    model: [{ at: `${own}.4.0`, match: /([A-Z]+(?:-[\w]+)+)$/ }],
    serialNumber: [`${own}.3.0`],
    firmwareVersion: [`${own}.5.0`],
  },
  descriptions: [{ form: /\b(?<version>V\d{4}R\d{4}B\w+)/ }, { form: /\bBOS (?<version>V[\d.]+)/ }],
}
