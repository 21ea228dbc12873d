import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.25053.1.1'
const zd = '1.3.6.1.4.1.25053.1.2.1.1.1.1'

/** RUCKUS-HWINFO-MIB, RUCKUS-SWINFO-MIB of access points, RUCKUS-ZD-SYSTEM-MIB of ZoneDirector. */
export const ruckus: Vendor = {
  name: 'Ruckus',
  enterprises: [25053],
  objects: {
    model: [`${zd}.9.0`, `${own}.2.1.1.1.1.0`],
    serialNumber: [`${zd}.15.0`, `${own}.2.1.1.1.2.0`],
    firmwareVersion: [`${zd}.18.0`, `${own}.3.1.1.1.1.1.3.1`],
  },
  type: 'network-device',
}
