import type { Vendor } from './vendor.ts'

/**
 * FORTINET-CORE-MIB fnSysSerial, FORTINET-FORTIGATE-MIB fgSysVersion, fsSysVersion of FortiSwitch; the older MIB of
 * FortiOS 3.
 */
export const fortinet: Vendor = {
  name: 'Fortinet',
  enterprises: [12356],
  objects: {
    serialNumber: ['1.3.6.1.4.1.12356.100.1.1.1.0', '1.3.6.1.4.1.12356.1.2.0'],
    firmwareVersion: [
      '1.3.6.1.4.1.12356.101.4.1.1.0',
      { at: '1.3.6.1.4.1.12356.106.4.1.1.0', match: /(v\d[^,]*)/ },
      '1.3.6.1.4.1.12356.1.3.0',
    ],
  },
  descriptions: [{ form: /^(?<model>Forti[A-Z]\w+[ -]\w+(?:-\w+)*)/ }],
}
