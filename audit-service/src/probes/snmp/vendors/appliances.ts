import { type Vendor, vendorAt } from './vendor.ts'

const network = { type: 'network-device' } as const
const dgw = '4935.1000.100.200.100.2000.1.100'

/** Firewalls, load balancers, address management, voice gateways and console servers. */
export const appliances: readonly Vendor[] = [
  /** A10-AX-MIB: axSysPrimaryVersionOnDisk, axSysSerialNumber. */
  {
    name: 'A10 Networks',
    enterprises: [22610],
    objects: { serialNumber: ['22610.2.4.1.6.2.0'], firmwareVersion: ['22610.2.4.1.1.1.0'] },
    descriptions: [
      { form: /(?<model>(?:TH|AX|vTh)\w{1,16})\S{0,16},.{0,200}?(?:ACOS|OS version) (?<version>\d[^, ]*)/i },
    ],
  },
  /** sysDescr: `ArrayOS Rel.APV.8.4.0.7 build on …`. */
  { name: 'Array Networks', enterprises: [7564], descriptions: [{ form: /^ArrayOS Rel\.[A-Z]+\.(?<version>[\d.]+)/ }] },
  /** ACS6000-MIB, ACS8000-MIB and PM-MIB acsAppliance: acsProductModel, acsSerialNumber, acsFirmwareVersion. */
  {
    name: 'Avocent',
    enterprises: [10418],
    objects: {
      model: ['10418.16.2.1.2.0', '10418.26.2.1.2.0', '10418.17.2.1.2.0'],
      serialNumber: ['10418.16.2.1.4.0', '10418.26.2.1.4.0', '10418.17.2.1.4.0'],
      firmwareVersion: ['10418.16.2.1.7.0', '10418.26.2.1.7.0', '10418.17.2.1.7.0'],
    },
    types: [
      ['10418.16', 'network-device'],
      ['10418.26', 'network-device'],
      ['10418.17', 'ups'],
    ],
  },
  /** BLUECOAT-SG-PROXY-MIB: sgProxyVersion, sgProxySerialNumber. */
  {
    name: 'Blue Coat',
    enterprises: [3417],
    objects: { serialNumber: ['3417.2.11.1.4.0'] },
    descriptions: [{ form: /Blue Coat (?<model>S?G?[\w-]*\d[\w-]*)/ }, { form: /\b(?<version>SGOS \d[\d.]+)/ }],
  },
  /** NS-ROOT-MIB: sysHardwareVersionDesc, sysHardwareSerialNumber, sysBuildVersion; systemSerial of SDX and SD-WAN. */
  {
    name: 'Citrix',
    enterprises: [5951],
    objects: { serialNumber: ['5951.4.1.1.14.0', '5951.6.2.16.0', '5951.7.2.13.0'] },
    descriptions: [{ form: /(?<os>NetScaler) (?<version>NS\d[\w.]*: Build [\w.]+?)(?:\.nc|,)/ }],
  },
  /** F5-BIGIP-SYSTEM-MIB: sysPlatformInfoMarketingName, sysGeneralChassisSerialNum, sysProductVersion. */
  {
    name: 'F5',
    enterprises: [3375],
    objects: {
      model: ['3375.2.1.3.5.2.0', '3375.2.1.3.3.1.0'],
      serialNumber: ['3375.2.1.3.3.3.0'],
      firmwareVersion: ['3375.2.1.4.2.0'],
    },
    type: 'network-device',
    descriptions: [{ form: /^(?<model>BIG-IP \w*\d\w*)/ }],
  },
  /** IB-PLATFORMONE-MIB: ibHardwareType, ibSerialNumber, ibNiosVersion. */
  {
    name: 'Infoblox',
    enterprises: [7779],
    objects: {
      model: ['7779.3.1.1.2.1.4.0'],
      serialNumber: ['7779.3.1.1.2.1.6.0'],
      firmwareVersion: ['7779.3.1.1.2.1.7.0'],
    },
    type: 'network-device',
  },
  /** RADWARE-MIB rndMng; ALTEON-CHEETAH-SWITCH-MIB of the Alteon line. */
  {
    name: 'Radware',
    enterprises: [89, 1872],
    objects: {
      model: ['89.2.14.0', '1872.2.5.1.1.1.77.0', '1872.2.5.1.3.1.6.0', '89.53.14.1.11.1'],
      serialNumber: ['89.2.12.0', '1872.2.5.1.3.1.18.0', '89.53.14.1.5.1'],
      firmwareVersion: ['89.2.4.0', '1872.2.5.1.1.1.10.0', '89.53.14.1.2.1'],
    },
    descriptions: [{ form: /^Alteon (?<model>.*\d\w*)$/ }],
  },
  /** STEELHEAD-MIB: model such as `1050 (1050M)`, serialNumber, systemVersion such as `rbt_sh 8.0.2 #19 …`. */
  {
    name: 'Riverbed',
    enterprises: [17163],
    objects: {
      model: [{ at: '17163.1.1.1.1.0', match: /^([^(]+)/ }],
      serialNumber: ['17163.1.1.1.2.0'],
      firmwareVersion: [{ at: '17163.1.1.1.3.0', match: /^(?:rbt_\w+ )?(\d\S*)/ }],
    },
  },
  /** TOS-SYSINFO: sysProductSN, sysProductType, sysSoftwareVersion. */
  vendorAt('Topsec', 14331, '14331.5.5.1.3', { serialNumber: '1.0', model: '2.0', firmwareVersion: '3.0' }),
  /** TPT-NGFW-MIB. */
  vendorAt('TippingPoint', 10734, '10734.3.9.2.1', { serialNumber: '1.0', model: '7.0' }, network),
  /** B100-MIB of LoadMaster. */
  vendorAt('KEMP', 12196, '12196.13.0', { firmwareVersion: '10.0' }),
  /** BCN-SYSTEM-MIB. */
  vendorAt('BlueCat', 13315, '13315.3.2.2.1', { firmwareVersion: '2.0', serialNumber: '3.0', model: '5.0' }, network),
  /** GIGAMON-SNMP-MIB. */
  vendorAt('Gigamon', 26866, '26866.2', { model: '2.0', serialNumber: '8.0' }),
  /** sysDescr: `IronPort Model C170, AsyncOS Version: 8.5.6-092, Build Date: …, Serial #: A1B2C3D4E5F6-FCH1234V0AB`. */
  {
    name: 'IronPort',
    enterprises: [15497],
    descriptions: [
      { form: /\bModel (?<model>[^,]{2,30}), AsyncOS Version: (?<version>[^,\s]{1,30})/ },
      { form: /\bSerial #: ?(?<serialNumber>[\w-]{6,40})/ },
    ],
  },
  /** AC-SYSTEM-MIB. */
  vendorAt('AudioCodes', 5003, '5003.9.10.10.2', { firmwareVersion: '2.1.0', model: '3.1.0', serialNumber: '3.2.0' }),
  /** SmartNode: serial number, software, product. */
  vendorAt('Patton', 1768, '1768.100.1', { serialNumber: '1.0', firmwareVersion: '5.0', model: '6.0' }),
  /** MX-SYSTEM-MIB of SIP units, DCM of the Dgw software. */
  {
    name: 'Mediatrix',
    enterprises: [4935],
    objects: {
      model: [`${dgw}.100.0`],
      serialNumber: [`${dgw}.200.0`, '4935.10.15.1.5.0'],
    },
  },
  /** LANTRONIX-SLC-MIB. */
  vendorAt('Lantronix', 244, '244.1.1.6', { serialNumber: '2.0', firmwareVersion: '3.0' }),
  /** OG-STATUSv2-MIB, whose agents omit the index of scalars; OG-OMTELEM-MIB of the Operations Manager. */
  {
    name: 'Opengear',
    enterprises: [25049],
    objects: {
      model: ['25049.10.19.1.5.0'],
      serialNumber: ['25049.10.19.1.2.0', '25049.17.1.2', '25049.17.1.2.0'],
      firmwareVersion: ['10.19.1.3.0', '17.1.1', '17.1.1.0'].map((at) => ({
        at: `25049.${at}`,
        match: /^(\d[\w.]*)/,
      })),
    },
    descriptions: [{ form: /^Opengear\/(?<model>[A-Z]+\d[\w-]*)/ }],
  },
  /** MBG-SNMP-LTNG-MIB. */
  vendorAt(
    'Meinberg',
    5597,
    '5597.30.0.0',
    { firmwareVersion: '2.0', serialNumber: '3.0' },
    {
      descriptions: [{ form: /^Meinberg (?<model>.{3,40}?) V(?<version>\d[\d.]*)/ }],
    },
  ),
]
