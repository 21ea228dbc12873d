import { type Vendor, vendorAt } from './vendor.ts'

const network = { type: 'network-device' } as const

/** Switches, access points and their controllers of offices and plants. */
export const campusNetworks: readonly Vendor[] = [
  /**
   * ES3510-MIB and its many variants: Accton and its OEM customers have the switch table (swOpCodeVer, swSerialNumber)
   * and the product (swProdName) at the same positions below the sysObjectID of each product.
   */
  {
    name: 'Accton',
    enterprises: [259, 202, 52642],
    objects: {
      model: [{ at: '.1.1.5.1.0', match: /(\S*\d\S*)$/ }],
      serialNumber: ['.1.1.3.1.10.1'],
      firmwareVersion: ['.1.1.3.1.6.1'],
    },
  },
  /** AH-SYSTEM-MIB: ahDeviceMode, ahSystemSerial, ahFirmwareVersion. */
  {
    name: 'Aerohive',
    enterprises: [26928],
    objects: { model: ['26928.1.2.6.0'], serialNumber: ['26928.1.2.5.0'], firmwareVersion: ['26928.1.2.12.0'] },
    descriptions: [{ form: /^(?<model>AP\w+), HiveOS (?<version>\S+)/ }],
    type: 'network-device',
  },
  /** sysDescr: `Alcatel-Lucent OS6850-P48X 6.4.3.520.R01 GA`. */
  {
    name: 'Alcatel-Lucent',
    enterprises: [6486, 800],
    descriptions: [{ form: /(?<model>OS\w+(?:-\w+)*)?\s?(?<version>\d{1,3}\.\d{1,3}\.\d{1,3}\.\d*\.?R\d+)/ }],
  },
  /** AT-BOARDS-MIB, whose first board is the device, and its predecessor; sysDescr of AlliedWare, AlliedWare Plus and the AT switches. */
  {
    name: 'Allied Telesis',
    enterprises: [207],
    objects: { serialNumber: ['207.8.4.4.3.21.1.1.8.*', '207.8.4.4.5.2.1.5.*'] },
    descriptions: [
      { form: /^CentreCOM (?<model>\w\S{2,20})/ },
      { form: /\b(?<model>(?:AT-|x\d)[\w/-]*\d[\w/-]*)/ },
      { form: /\bversion (?<version>\d[\w.-]*)/i },
    ],
  },
  /** WLSX-SYSTEMEXT-MIB of controllers, AI-AP-MIB of Instant access points, CPPM-MIB of ClearPass, the ArubaOS-CX switches. */
  {
    name: 'Aruba',
    enterprises: [14823, 47196],
    objects: {
      model: [{ at: '14823.2.2.1.2.1.3.0', match: /^A?(\d\S*)/ }, '14823.2.3.3.1.2.1.1.6.*', '14823.1.6.1.1.1.1.1.1.*'],
      serialNumber: [
        '14823.2.2.1.2.1.29.0',
        '14823.2.2.1.2.1.11.0',
        '14823.2.3.3.1.2.1.1.4.*',
        '14823.1.6.1.1.1.1.1.2.*',
      ],
      firmwareVersion: ['14823.2.2.1.2.1.28.0', '14823.2.3.3.1.1.4.0'],
    },
    type: 'network-device',
  },
  /** S5-CHASSIS-MIB s5ChasSerNum, RAPID-CITY rcChasSerialNumber; sysDescr names the software after `SW:`. */
  {
    name: 'Avaya',
    enterprises: [45, 2272, 81, 6889],
    objects: { serialNumber: ['45.1.6.3.1.6.0', '2272.1.4.2.0'] },
    descriptions: [
      { form: /\b(?:SW: ?|S\/W: ?)(?<version>v?\d[\w.]*)/ },
      { form: /^(?:Ethernet (?:Routing )?Switch|BayStack|Business Policy Switch) (?<model>[\w-]+)/ },
      { form: /^(?<model>(?:ERS|VSP|Passport)-\w+) \((?<version>[\d.]+)\)/ },
    ],
  },
  /** SW-MIB swFirmwareVersion of Fibre Channel switches, connUnitSn (FCMGMT-MIB). */
  {
    name: 'Brocade',
    enterprises: [1588],
    objects: { serialNumber: ['1.3.6.1.3.94.1.6.1.8.*'], firmwareVersion: ['1588.2.1.1.1.1.6.0'] },
    type: 'network-device',
  },
  /** The group of D-Link smart switches below their own sysObjectID, and AGENT-GENERAL-MIB, DLINKPRIME MIB. */
  {
    name: 'D-Link',
    enterprises: [171],
    objects: {
      serialNumber: ['171.12.1.1.12.0', '171.15.3.1.6.0', '.1.18.0'],
      firmwareVersion: [
        '171.15.3.1.4.0',
        { at: '.1.3.0', match: /^(V?\d[\w.]*)/ },
        { at: '.1.1.3.0', match: /^(V?\d[\w.]*)/ },
      ],
    },
    descriptions: [{ form: /\b(?<model>D[EGXI][SMR][A-Z]?-\d[\w/-]*)/ }],
  },
  /** sysDescr: `V5824G, NOS 6.07`. */
  { name: 'Dasan', enterprises: [6296], descriptions: [{ form: /^(?<model>V\w+)[, ].*\bNOS (?<version>\d[\w.]*)/ }] },
  /** sysDescr of DCN and the many OEM brands of its switches. */
  {
    name: 'Digital China',
    enterprises: [6339, 40418, 27514],
    descriptions: [{ form: /^(?<model>\S+) Device,.*?SoftWare Version (?:is )?(?<version>[^\s,]+)/i }],
  },
  /** sysDescr: `Enterasys Networks, Inc. C2G124-48P Rev 05.02.06.0006`. */
  {
    name: 'Enterasys',
    enterprises: [52, 5624],
    descriptions: [
      {
        form: /^Enterasys Networks,? Inc\.? (?:\w+ Enterprise )?(?<model>\S*\d\S*(?: Chassis)?) Rev (?<version>[\d.]+)/,
      },
    ],
  },
  /** EXTREME-SYSTEM-MIB extremePrimarySoftwareRev. */
  { name: 'Extreme Networks', enterprises: [1916], objects: { firmwareVersion: ['1916.1.1.1.13.0'] } },
  /** FASTPATH-SWITCHING-MIB agentInventoryGroup under Broadcom's number, which many OEM switches keep. */
  {
    name: 'Broadcom',
    enterprises: [4413],
    objects: {
      model: ['4413.1.1.1.1.1.3.0'],
      serialNumber: ['4413.1.1.1.1.1.4.0'],
      firmwareVersion: ['4413.1.1.1.1.1.13.0'],
    },
    type: 'network-device',
  },
  /** chStackUnitTable of F10-S-SERIES- and F10-M-SERIES-CHASSIS-MIB, DELL-NETWORKING-CHASSIS-MIB. */
  {
    name: 'Dell Force10',
    enterprises: [6027],
    objects: {
      model: ['6027.3.10.1.2.2.1.7.*'],
      serialNumber: ['6027.3.10.1.2.2.1.12.*', '6027.3.19.1.2.1.1.12.*', '6027.3.26.1.3.4.1.11.*'],
      firmwareVersion: ['6027.3.10.1.2.2.1.10.*', '6027.3.19.1.2.1.1.10.*', '6027.3.26.1.3.4.1.10.*'],
    },
    descriptions: [
      { form: /(?:Software|Application Software) Version: ?(?<version>[\w.()-]+)/ },
      { form: /\b(?:Series|System Type): ?(?<model>[\w-]+)/ },
    ],
    type: 'network-device',
  },
  /** FOUNDRY-SN-AGENT-MIB, now of Brocade and Ruckus ICX switches: snChasSerNum, snAgImgVer. */
  {
    name: 'Brocade',
    enterprises: [1991],
    objects: { serialNumber: ['1991.1.1.1.1.2.0'], firmwareVersion: ['1991.1.1.2.1.11.0'] },
    type: 'network-device',
    descriptions: [
      {
        form: /^(?:Foundry Networks|Brocade(?: Communications Systems)?|Ruckus Wireless)(?:, Inc\.)? (?<model>[\w-]+)(?: \([^)]*\))?, IronWare/,
      },
    ],
  },
  /** sysDescr: `MyPower S3200-28TP(AC), Maipu Switch, Software version 6.3.75`. */
  { name: 'Maipu', enterprises: [5651], descriptions: [{ form: /\b(?<model>MyPower [\w-]+(?:\([A-Z]+\))?)/ }] },
  /** NETGEAR-INVENTORY-MIB agentInventoryGroup. */
  {
    name: 'Netgear',
    enterprises: [4526],
    objects: {
      model: ['4526.10.1.1.1.3.0'],
      serialNumber: ['4526.10.1.1.1.4.0'],
      firmwareVersion: ['4526.10.1.1.1.13.0'],
    },
  },
  /** RUCKUS-HWINFO-MIB, RUCKUS-SWINFO-MIB of access points, RUCKUS-ZD-SYSTEM-MIB of ZoneDirector. */
  {
    name: 'Ruckus',
    enterprises: [25053],
    objects: {
      model: ['25053.1.2.1.1.1.1.9.0', '25053.1.1.2.1.1.1.1.0'],
      serialNumber: ['25053.1.2.1.1.1.1.15.0', '25053.1.1.2.1.1.1.2.0'],
      firmwareVersion: ['25053.1.2.1.1.1.1.18.0', '25053.1.1.3.1.1.1.1.1.3.1'],
    },
    type: 'network-device',
  },
  /** RUIJIE-ENTITY-MIB ruijieDeviceTable, RUIJIE-SYSTEM-MIB; sysDescr contains the model in brackets. */
  {
    name: 'Ruijie',
    enterprises: [4881],
    objects: {
      serialNumber: ['4881.1.1.10.2.21.1.2.1.10.*', '4881.1.1.10.2.1.1.24.0'],
      firmwareVersion: ['4881.1.1.10.2.21.1.2.1.8.*', '4881.1.1.10.2.1.1.2.0'],
    },
    descriptions: [{ form: /\((?<model>[A-Z]+[\w-]*\d[\w-]*)\) *By Ruijie/i }],
  },
  /** A3COM0352-STACK-CONFIG stackUnitTable; sysDescr of the switches before and after Comware. */
  {
    name: '3Com',
    enterprises: [43],
    objects: { serialNumber: ['43.10.27.1.1.1.13.1'], firmwareVersion: ['43.10.27.1.1.1.12.1'] },
    descriptions: [
      {
        form: /^3Com (?<model>(?:SuperStack (?:\d|I+) )?Switch \w+)\b(?:.*\bVersion (?:3Com OS )?(?<version>V?\d\S*))?/,
      },
      { form: /^(?:3Com )?Baseline Switch (?<model>\S+)/ },
    ],
  },
  /** TPLINK-SYSINFO-MIB; older switches have the same group below their own sysObjectID. */
  {
    name: 'TP-Link',
    enterprises: [11863],
    objects: {
      model: [
        { at: '11863.6.1.1.5.0', match: /^(\S+)/ },
        { at: '.1.1.1.5.0', match: /^(\S+)/ },
      ],
      serialNumber: [{ at: '11863.6.1.1.8.0', match: /^(\w{8,})$/ }],
      firmwareVersion: ['11863.6.1.1.6.0', '.1.1.1.6.0'],
    },
    descriptions: [{ form: /^Linux (?<model>TL-\S+) (?<version>\S+) #/ }],
  },
  /** UBNT-UniFi-MIB: unifiApSystemModel, unifiApSystemVersion; sysDescr of EdgeOS and the UniFi and Edge switches. */
  {
    name: 'Ubiquiti',
    enterprises: [41112, 4413, 10002],
    objects: { model: ['41112.1.6.3.3.0'], firmwareVersion: ['41112.1.6.3.6.0'] },
    descriptions: [
      { form: /^(?<os>EdgeOS) v(?<version>\d+(?:\.\d{1,3}){2,3}(?!\d)(?:\+[a-z]+\.\d{1,2}|-\w+)?)/ },
      { form: /^(?<model>(?:USW|US|USG|UAP|UDM|UXG|U6|U7|UCG|EdgeSwitch|ES)[ -]\S.*?), (?<version>\d[\d.]+)/ },
      { form: /^(?<model>(?:UAP|UDM|USW|USG|U6|U7)[\w -]*) (?<version>\d+\.\d+[\d.]*)/ },
    ],
  },
  /** ZYXEL-ES-COMMON esSysInfo: sysSwVersionString, sysProductModel, sysProductSerialNumber; sysSerialNumber below older products. */
  {
    name: 'Zyxel',
    enterprises: [890],
    objects: {
      model: ['890.1.15.3.1.11.0'],
      serialNumber: ['890.1.15.3.1.12.0', '.1.10.0'],
      firmwareVersion: ['890.1.15.3.1.6.0', '890.1.6.11.1.1.0', { at: '.1.11.0', match: /^(V?\d+\.\d+\(\w.*)/ }],
    },
    descriptions: [{ form: /^(?<model>(?:ZyWALL|USG|ATP|NXC)[ -]?\w.*)$/ }],
  },
  /** RAISECOM-SYSTEM-MIB of ROAP. */
  vendorAt(
    'Raisecom',
    8886,
    '8886.6.1.1.1',
    { model: '2.0', serialNumber: '14.0', firmwareVersion: '1.0' },
    { descriptions: [{ form: /^ROAP +Version (?<version>[^,\s]+)/ }] },
  ),
  /** NMS-CHASSIS. */
  vendorAt('BDCOM', 3320, '3320.3.6.10.1', { model: '5.0', serialNumber: '4.0', firmwareVersion: '6.0' }),
  /** Centec software, which FS.COM and others ship; its entities carry part numbers of the board. */
  {
    name: 'FS.COM',
    enterprises: [27975],
    objects: {
      model: ['27975.37.1.5.1.4.1.1'],
      serialNumber: ['27975.37.1.5.1.10.1.1'],
      firmwareVersion: ['27975.1.3.5.0'],
    },
    ...network,
  },
  /** PLANET-NMS productInfo of managed converters. */
  vendorAt('Planet', 10456, '10456.3.1', { model: '1.0', serialNumber: '3.0', firmwareVersion: '4.0' }),
  /** PRVT-SWITCH-MIB. */
  vendorAt('Telco Systems', 738, '738.1.5.100.1.3', { model: '2.0', serialNumber: '1.0' }),
  /** NEXANS-BM-MIB infoMgmtFirmwareVersion. */
  vendorAt('Nexans', 266, '266.20.1', { firmwareVersion: '9.0' }, network),
  vendorAt(
    'Netonix',
    46242,
    '46242.1',
    { firmwareVersion: '0' },
    {
      ...network,
      descriptions: [{ form: /^(?<model>WS3?-\d+-\w+(?:-\w+)*)$/ }],
    },
  ),
  /** MICROSENS-G6-MIB factory; article numbers are the models. */
  vendorAt('Microsens', 3181, '3181.10.6.1.32', { model: '1.0', serialNumber: '2.0' }),
  /** FL-MGD-INFRASTRUCT-MIB flWorkFWInfoVersion. */
  vendorAt('Phoenix Contact', 4346, '4346.11.11.11.1', { firmwareVersion: '1.0' }),
  /** RED-LION-RAM-MIB unitInfo. */
  vendorAt('Red Lion', 1890, '1890.1.1', { serialNumber: '2.0', firmwareVersion: '3.0' }, network),
  /** sysDescr: `Omnitron iConverter GM4-HPOE 8991T14F v4.5.28 s/n 00711452`. */
  {
    name: 'Omnitron',
    enterprises: [7342],
    descriptions: [
      { form: /iConverter (?<model>[\w +-]{3,40}?) (?<version>v\d[\d.]*)(?: s\/n (?<serialNumber>\w{4,20}))?/ },
    ],
  },
  /** TRAPEZE-NETWORKS-BASIC-MIB. */
  vendorAt('Trapeze', 14525, '14525.4.2.1', { serialNumber: '1.0', firmwareVersion: '4.0' }),
  /** COLUBRIS-SYSTEM-MIB of HP's MSM line. */
  vendorAt('Colubris', 8744, '8744.5.6.1.1', { model: '1.0', firmwareVersion: '2.0', serialNumber: '5.0' }),
  /** SYMBOL-CC-WS2000-MIB. */
  vendorAt('Symbol', 388, '388.11.2.2.1', { serialNumber: '1.0', firmwareVersion: '3.2.0' }),
  /** ARICENT-ISS-MIB issHardwareSerialNumber of switches that many manufacturers sell. */
  vendorAt('Aricent', 2076, '2076.81.1', { serialNumber: '120.0' }),
  /** SILVERPEAK-MGMT-MIB. */
  vendorAt('Silver Peak', 23867, '23867.3.1.1.1', { firmwareVersion: '1.0', model: '2.0', serialNumber: '6.0' }),
]
