import type { Vendor } from './vendor.ts'

/**
 * Returns the path of nsExtendOutput1Line (NET-SNMP-EXTEND-MIB) of `extend NAME …` in snmpd.conf; its index is the name
 * as a string.
 */
const extend = (name: string): string =>
  `1.3.6.1.4.1.8072.1.3.2.3.1.1.${name.length}.${[...Buffer.from(name)].join('.')}`

/** Hosts whose snmpd.conf runs dmidecode or reads /sys/class/dmi, under usual names. */
export const netSnmp: Vendor = {
  name: 'net-snmp',
  enterprises: [8072, 2021],
  objects: {
    manufacturer: [extend('manufacturer'), extend('vendor')],
    model: [extend('hardware'), extend('product'), extend('model')],
    serialNumber: [extend('serial'), extend('serialnumber')],
  },
}
