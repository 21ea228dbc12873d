import type { Vendor } from './vendor.ts'

/**
 * Returns the path of nsExtendOutput1Line (NET-SNMP-EXTEND-MIB) of `extend NAME …` in snmpd.conf; its index is the name
 * as a string.
 */
const extend = (name: string): string => `8072.1.3.2.3.1.1.${name.length}.${[...Buffer.from(name)].join('.')}`

/** Servers and their management controllers. */
export const servers: readonly Vendor[] = [
  /** FSC-SERVERCONTROL2-MIB sc2UnitTable, sc2ManagementNodeTable. */
  {
    name: 'Fujitsu',
    enterprises: [231, 211],
    objects: { model: ['231.2.10.2.2.10.2.3.1.5.1'], serialNumber: ['231.2.10.2.2.10.2.3.1.7.1'] },
    types: [
      ['231', 'computer'],
      ['211.1.21', 'storage'],
    ],
  },
  /** CPQSINFO-MIB, CPQHOST-MIB of Insight agents and iLO (CPQSM2-MIB), CPQRACK-MIB of BladeSystem. */
  {
    name: 'HPE',
    enterprises: [232],
    objects: {
      model: ['232.2.2.4.2.0', '232.22.2.3.1.1.1.3.*'],
      serialNumber: ['232.2.2.2.1.0', '232.22.2.3.1.1.1.7.*', '232.9.2.2.15.0'],
      firmwareVersion: ['232.9.2.2.2.0', '232.22.2.3.1.1.1.8.*'],
    },
    types: [['232', 'computer']],
    descriptions: [{ form: /Integrated Lights-Out(?: \d)?,? (?<version>\d+\.\d+)/, type: 'computer' }],
  },
  /** LENOVO-XCC-MIB: the same groups as the IMM of IBM. */
  {
    name: 'Lenovo',
    enterprises: [19046],
    objects: { model: ['19046.11.1.1.5.2.1.5.0'], serialNumber: ['19046.11.1.1.5.2.1.3.0'] },
    types: [['19046.11.1', 'computer']],
  },
  /** sysDescr of ILOM service processors and of the Sun agents. */
  {
    name: 'Oracle',
    enterprises: [42],
    types: [
      ['42.2.200', 'computer'],
      ['42.2.225', 'storage'],
      ['42.2.1', 'computer'],
      ['42.2.12', 'computer'],
    ],
    descriptions: [{ form: /^(?:ORACLE |SUN )?(?<model>[^,]+), ILOM v?(?<version>[\w.]+)/i, type: 'computer' }],
  },
  /** VMWARE-SYSTEM-MIB: vmwProdVersion. */
  { name: 'VMware', enterprises: [6876], objects: { firmwareVersion: ['6876.1.2.0'] } },
  /** Hosts whose snmpd.conf runs dmidecode or reads /sys/class/dmi, under usual names. */
  {
    name: 'net-snmp',
    enterprises: [8072, 2021],
    objects: {
      manufacturer: [extend('manufacturer'), extend('vendor')],
      model: [extend('hardware'), extend('product'), extend('model')],
      serialNumber: [extend('serial'), extend('serialnumber')],
    },
  },
]
