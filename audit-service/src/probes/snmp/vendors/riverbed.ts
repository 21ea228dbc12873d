import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.17163.1.1.1'

/** STEELHEAD-MIB: model such as `1050 (1050M)`, serialNumber, systemVersion such as `rbt_sh 8.0.2 #19 …`. */
export const riverbed: Vendor = {
  name: 'Riverbed',
  enterprises: [17163],
  objects: {
    model: [{ at: `${own}.1.0`, match: /^([^(]+)/ }],
    serialNumber: [`${own}.2.0`],
    firmwareVersion: [{ at: `${own}.3.0`, match: /^(?:rbt_\w+ )?(\d\S*)/ }],
  },
}
