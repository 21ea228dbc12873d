import type { Vendor } from './vendor.ts'

const sangforProduct = /^((?:WAC|NAC|AC|AD|AF|SSL|VPN|WOC|BM|SG|IAM)\b.*)/

/** Firewalls and other security gateways. */
export const firewalls: readonly Vendor[] = [
  /** CHECKPOINT-MIB svn: svnVersion, svnApplianceInfo. */
  {
    name: 'Check Point',
    enterprises: [2620],
    objects: { model: ['2620.1.6.16.7.0'], serialNumber: ['2620.1.6.16.3.0'], firmwareVersion: ['2620.1.6.4.1.0'] },
    type: 'network-device',
  },
  /** sysDescr: `DPtech FW1000-GA-N, Software Version FW1000-GAN-S111C002D015`. */
  { name: 'DPtech', enterprises: [31648], descriptions: [{ form: /Software Version:? (?<version>[A-Z][\w-]*\d\w*)/ }] },
  /**
   * FORTINET-CORE-MIB fnSysSerial, FORTINET-FORTIGATE-MIB fgSysVersion, fsSysVersion of FortiSwitch; the older MIB of
   * FortiOS 3.
   */
  {
    name: 'Fortinet',
    enterprises: [12356],
    objects: {
      serialNumber: ['12356.100.1.1.1.0', '12356.1.2.0'],
      firmwareVersion: ['12356.101.4.1.1.0', { at: '12356.106.4.1.1.0', match: /(v\d[^,]*)/ }, '12356.1.3.0'],
    },
    descriptions: [{ form: /^(?<model>Forti[A-Z]\w+[ -]\w+(?:-\w+)*)/ }],
  },
  /** HILLSTONE-SYSTEM-MIB: sysSerialNumber, sysSoftware. */
  {
    name: 'Hillstone',
    enterprises: [28557],
    objects: {
      serialNumber: ['28557.2.2.1.1.0'],
      firmwareVersion: [{ at: '28557.2.2.1.2.0', match: /Version \S+ (\S+)/ }, '28557.2.2.1.2.0'],
    },
    descriptions: [
      { form: /, Version \S+ (?<version>\w[\w-]*-\d+\.\dR\d\w*)/ },
      { form: /Hillstone.*?\s(?<model>(?:[A-Z0-9]+-)+[A-Z0-9]+)(?![\w.-])/ },
    ],
  },
  /** Firewall MIB of Leadsec, related to that of Venustech: serial, product name, version. */
  {
    name: 'Leadsec',
    enterprises: [9833],
    objects: {
      model: [{ at: '9833.1.3.4.0', match: /([A-Z]+(?:-[\w]+)+)$/ }],
      serialNumber: ['9833.1.3.3.0'],
      firmwareVersion: ['9833.1.3.5.0'],
    },
  },
  /** NSFOCUS system group: product model. */
  { name: 'NSFOCUS', enterprises: [19849], objects: { model: ['19849.6.1.1.0'], firmwareVersion: ['19849.6.1.2.0'] } },
  /**
   * SANGFOR-GENERAL-MIB and the Sundray tree after it: product name, version. Appliances of other product lines report
   * their main board as product name.
   */
  {
    name: 'Sangfor',
    enterprises: [35047, 45577],
    objects: {
      model: [
        { at: '45577.1.1.0', match: sangforProduct },
        { at: '35047.1.1.0', match: sangforProduct },
      ],
      firmwareVersion: ['45577.1.14.0', '35047.1.14.0'],
    },
  },
  /** SONICWALL-FIREWALL-IP-STATISTICS-MIB snwlSys. */
  {
    name: 'SonicWall',
    enterprises: [8741],
    objects: { model: ['8741.2.1.1.1.0'], serialNumber: ['8741.2.1.1.2.0'], firmwareVersion: ['8741.2.1.1.3.0'] },
    descriptions: [{ form: /^SonicWALL (?<model>.+?) \((?<version>Sonic\w+ [^)]+)\)/i }],
  },
  /** SFOS-FIREWALL-MIB sfosXGDeviceInfo. */
  {
    name: 'Sophos',
    enterprises: [2604, 21067],
    objects: { model: ['2604.5.1.1.2.0'], serialNumber: ['2604.5.1.1.4.0'], firmwareVersion: ['2604.5.1.1.3.0'] },
    type: 'network-device',
  },
  /** STORMSHIELD-PROPERTY-MIB and the older NETASQ-PROPERTY-MIB: snsModel, snsVersion, snsSerialNumber. */
  {
    name: 'Stormshield',
    enterprises: [11256],
    objects: { model: ['11256.1.0.1.0'], serialNumber: ['11256.1.0.3.0'], firmwareVersion: ['11256.1.0.2.0'] },
  },
  /** Firewall MIB of Venustech: serial, product name such as `… USG-FW-1010DP`, version. */
  {
    name: 'Venustech',
    enterprises: [15227],
    objects: {
      model: [{ at: '15227.200.1.4.0', match: /([A-Z]+(?:-[\w]+)+)$/ }],
      serialNumber: ['15227.200.1.3.0'],
      firmwareVersion: ['15227.200.1.5.0'],
    },
    descriptions: [{ form: /\b(?<version>V\d{4}R\d{4}B\w+)/ }, { form: /\bBOS (?<version>V[\d.]+)/ }],
  },
  /** WATCHGUARD-SYSTEM-STATISTICS-MIB wgSoftwareVersion: `<sysa:12.1><sysb:…>`. */
  {
    name: 'WatchGuard',
    enterprises: [3097],
    objects: { firmwareVersion: [{ at: '3097.6.3.1.0', match: /<sysa:([^>]+)>|^(\d[\w.]*)/ }] },
  },
]
