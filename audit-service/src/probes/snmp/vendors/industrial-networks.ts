import type { Vendor } from './vendor.ts'

/** Switches for plants and other rough places. */
export const industrialNetworks: readonly Vendor[] = [
  /** HMPRIV-MGMT-SNMP-MIB hmSysVersion, hmSysGroupSerialNum; HM2-DEVMGMT-MIB of HiOS. */
  {
    name: 'Hirschmann',
    enterprises: [248],
    objects: {
      serialNumber: ['248.11.10.1.1.3.0', '248.14.1.1.9.1.10.1'],
      firmwareVersion: [{ at: '248.14.1.1.2.0', match: /SW: (?:\w+-)?(\d[\d.]+)/ }],
    },
    descriptions: [{ form: /^Hirschmann \w+ (?<model>[A-Z]+\d\S*)/ }],
  },
  /** METEL industrial switches: product, serial number. */
  {
    name: 'Metel',
    enterprises: [38616],
    objects: { serialNumber: ['38616.1.1.2.0'] },
    descriptions: [{ form: /^(?<model>\S+) .*\bfw:(?<version>[\d.]+)/ }],
  },
  /** MOXA switches have switchModel, firmwareVersion and serialNumber under their own sysObjectID. */
  {
    name: 'Moxa',
    enterprises: [8691],
    objects: {
      model: [
        { at: '.1.2.0', match: /^([A-Z]{2,4}-\S+)/ },
        { at: '.1.1.1.0', match: /^(?=.*\d)([A-Z][\w-]{3,30})$/ },
      ],
      serialNumber: ['.1.78.0', '.1.1.2.0'],
      firmwareVersion: [
        { at: '.1.4.0', match: /^(V?\d+\.\d.*)/ },
        { at: '.1.1.3.0', match: /^(V?\d+\.\d.*)/ },
      ],
    },
  },
  /** RUGGEDCOM-SYS-INFO-MIB: rcDeviceInfoSerialNumber, rcDeviceInfoMainSwVersion. */
  {
    name: 'RuggedCom',
    enterprises: [15004],
    objects: { serialNumber: ['15004.4.2.3.1.0'], firmwareVersion: ['15004.4.2.3.3.0'] },
    descriptions: [{ form: /^(?:RuggedCom|RUGGEDCOM) (?<model>(?:RS|RX|RMC|RP|M)\w+)/i }],
  },
  /** sysDescr: `Westermo RedFox Industrial, primary: v4.3.0, backup: …`. */
  {
    name: 'Westermo',
    enterprises: [16177],
    descriptions: [{ form: /^Westermo (?<model>[^,]+), primary:? *(?<version>v\d[\w.]*)/ }],
  },
  /** AUTOMATION-SYSTEM-MIB automationSerialNumber, automationFirmware; sysDescr of SIMATIC and SCALANCE. */
  {
    name: 'Siemens',
    enterprises: [4329, 4196],
    objects: {
      serialNumber: ['4329.15.3.2.1.3.0', '4329.6.3.2.1.1.3.0', '4196.1.1.8.3.100.1.8.6.0'],
      firmwareVersion: ['4329.15.3.2.1.1.0', '4329.6.3.2.1.1.5.0', '4196.1.1.8.3.100.1.8.4.0'],
    },
    descriptions: [
      { form: /\b(?<model>SCALANCE,? [A-Z]+\d[\w-]*(?: \w+)?),/, type: 'network-device' },
      { form: /\bSIMATIC S7, (?<model>CPU[^,]+),/ },
      { form: /\bF\/?W: ?(?:Version )?(?<version>V[\d.]+)/ },
      { form: /\bF\/?W: ?(?:Version )?V[\d.]+, ?(?<serialNumber>(?:S )?[A-Z][A-Z\d-]{5,20})\s*$/ },
      { form: /\bS ?[A-Z][\s-]?[\w-]*\d, *(?<serialNumber>VP\w+)/ },
    ],
  },
]
