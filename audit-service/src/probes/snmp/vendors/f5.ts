import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.3375.2.1'

/** F5-BIGIP-SYSTEM-MIB: sysPlatformInfoMarketingName, sysGeneralChassisSerialNum, sysProductVersion. */
export const f5: Vendor = {
  name: 'F5',
  enterprises: [3375],
  objects: {
    model: [`${own}.3.5.2.0`, `${own}.3.3.1.0`],
    serialNumber: [`${own}.3.3.3.0`],
    firmwareVersion: [`${own}.4.2.0`],
  },
  type: 'network-device',
  descriptions: [{ form: /^(?<model>BIG-IP \w*\d\w*)/ }],
}
