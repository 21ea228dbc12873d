import type { Vendor } from './vendor.ts'

const own = '1.3.6.1.4.1.11863.6.1.1'

/** TPLINK-SYSINFO-MIB; older switches have the same group below their own sysObjectID. */
export const tpLink: Vendor = {
  name: 'TP-Link',
  enterprises: [11863],
  objects: {
    model: [
      { at: `${own}.5.0`, match: /^(\S+)/ },
      { at: '.1.1.1.5.0', match: /^(\S+)/ },
    ],
    serialNumber: [{ at: `${own}.8.0`, match: /^(\w{8,})$/ }],
    firmwareVersion: [`${own}.6.0`, '.1.1.1.6.0'],
  },
  descriptions: [{ form: /^Linux (?<model>TL-\S+) (?<version>\S+) #/ }],
}
