import type { Vendor } from './vendor.ts'

/** HMPRIV-MGMT-SNMP-MIB hmSysVersion, hmSysGroupSerialNum; HM2-DEVMGMT-MIB of HiOS. */
export const hirschmann: Vendor = {
  name: 'Hirschmann',
  enterprises: [248],
  objects: {
    serialNumber: ['1.3.6.1.4.1.248.11.10.1.1.3.0', '1.3.6.1.4.1.248.14.1.1.9.1.10.1'],
    firmwareVersion: [{ at: '1.3.6.1.4.1.248.14.1.1.2.0', match: /SW: (?:\w+-)?(\d[\d.]+)/ }],
  },
  descriptions: [{ form: /^Hirschmann \w+ (?<model>[A-Z]+\d\S*)/ }],
}
