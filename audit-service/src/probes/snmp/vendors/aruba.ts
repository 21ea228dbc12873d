import type { Vendor } from './vendor.ts'

const controller = '1.3.6.1.4.1.14823.2.2.1.2.1'
const clearPass = '1.3.6.1.4.1.14823.1.6.1.1.1.1.1'
const instant = '1.3.6.1.4.1.14823.2.3.3.1'

/** WLSX-SYSTEMEXT-MIB of controllers, AI-AP-MIB of Instant access points, CPPM-MIB of ClearPass, the ArubaOS-CX switches. */
export const aruba: Vendor = {
  name: 'Aruba',
  enterprises: [14823, 47196],
  objects: {
    model: [{ at: `${controller}.3.0`, match: /^A?(\d\S*)/ }, `${instant}.2.1.1.6.*`, `${clearPass}.1.*`],
    serialNumber: [`${controller}.29.0`, `${controller}.11.0`, `${instant}.2.1.1.4.*`, `${clearPass}.2.*`],
    firmwareVersion: [`${controller}.28.0`, `${instant}.1.4.0`],
  },
  type: 'network-device',
}
