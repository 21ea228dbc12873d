import { type Vendor, vendorAt } from './vendor.ts'

const ups = { type: 'ups' } as const
const nameplate = '38446.1.1.2.1'
/** Part numbers such as `EN6820` stand where older units have the serial number, which is longer. */
const enlogicModel = /^([A-Z]{1,3}\d{2,4}[A-Z\d-]{0,4})$/
const enlogicSerial = /^([A-Z\d-]{9,24})$/

/** Power supplies, power distribution and monitoring of racks. */
export const powerAndRacks: readonly Vendor[] = [
  /** SPAGENT-MIB cfgSystemDescription: `sensorProbe2 plus 1.0.5123`. */
  {
    name: 'AKCP',
    enterprises: [3854],
    objects: {
      model: [{ at: '3854.3.2.1.8.0', match: /^(\S+(?: plus)?)/ }],
      firmwareVersion: [{ at: '3854.3.2.1.8.0', match: /\s(\d[\d.]+)/ }],
    },
    descriptions: [{ form: /^(?<model>(?:sensor|security)Probe\S*).*?\b(?<version>SP\w+|\d+\.[\d.]+)/i }],
  },
  /** PowerNet-MIB: upsBasicIdent, upsAdvIdent, rPDU2Ident, rPDUIdent, sPDUIdent, atsIdent. */
  {
    name: 'APC',
    enterprises: [318],
    objects: {
      model: ['318.1.1.1.1.1.1.0', '318.1.1.26.2.1.8.1', '318.1.1.12.1.5.0', '318.1.1.4.1.4.0', '318.1.1.8.1.5.0'],
      serialNumber: [
        '318.1.1.1.1.2.3.0',
        '318.1.1.26.2.1.9.1',
        '318.1.1.12.1.6.0',
        '318.1.1.4.1.5.0',
        '318.1.1.8.1.6.0',
      ],
      firmwareVersion: [
        '318.1.1.1.1.2.1.0',
        '318.1.1.26.2.1.6.1',
        '318.1.1.12.1.3.0',
        '318.1.1.4.1.2.0',
        '318.1.1.8.1.2.0',
      ],
    },
    descriptions: [{ form: /\(MB:\S+ PF:(?<version>\S+) / }],
  },
  /** CPS-MIB: upsBaseIdent, upsAdvanceIdent, ePDUIdent. */
  {
    name: 'CyberPower',
    enterprises: [3808],
    objects: {
      model: ['3808.1.1.1.1.1.1.0', '3808.1.1.3.1.5.0'],
      serialNumber: ['3808.1.1.1.1.2.3.0', '3808.1.1.3.1.6.0'],
      firmwareVersion: ['3808.1.1.1.1.2.1.0', '3808.1.1.3.1.3.0'],
    },
    type: 'ups',
  },
  /** DeltaUPS-MIB dupsIdent, DELTA-PDU-MIB. */
  {
    name: 'Delta',
    enterprises: [2254],
    objects: {
      manufacturer: ['2254.2.4.1.1.0'],
      model: ['2254.2.4.1.2.0', '2254.169.2.1.3.0'],
      serialNumber: ['2254.169.2.1.4.0'],
      firmwareVersion: ['2254.2.4.1.3.0'],
    },
    type: 'ups',
  },
  /** XUPS-MIB xupsIdent, EATON-EPDU-MIB unitsEntry, EATON-ATS2-MIB ats2Ident. */
  {
    name: 'Eaton',
    enterprises: [534],
    objects: {
      manufacturer: ['534.1.1.1.0'],
      model: ['534.1.1.2.0', '534.6.6.7.1.2.1.2.*', '534.10.2.1.2.0'],
      serialNumber: ['534.1.1.6.0', '534.6.6.7.1.2.1.4.*', '534.10.2.1.5.0'],
      firmwareVersion: ['534.1.1.3.0', '534.6.6.7.1.2.1.5.*', '534.10.2.1.3.0'],
    },
    type: 'ups',
  },
  /** GEIST-V4-MIB deviceInfo; GEIST-IMD-MIB has the same objects one branch further. */
  {
    name: 'Geist',
    enterprises: [21239],
    objects: {
      model: ['21239.5.1.1.8.0', '21239.5.2.1.8.0', '21239.5.1.1.1.0', '21239.5.2.1.1.0'],
      serialNumber: ['21239.5.1.1.10.0', '21239.5.2.1.10.0'],
      firmwareVersion: ['21239.5.1.1.2.0', '21239.5.2.1.2.0'],
    },
    types: [
      ['21239.5.2', 'ups'],
      ['21239.42.1.32', 'ups'],
    ],
  },
  /** sysDescr: `Poseidon 3266 SNMP Supervisor v3.2.4`. */
  {
    name: 'HW group',
    enterprises: [21796],
    descriptions: [{ form: /^(?<model>HWg-[\w-]+)/ }, { form: /^(?<model>\w+(?: \d\w*)?) .*\bv(?<version>\d[\d.]+)/ }],
  },
  /** MG-SNMP-UPS-MIB upsmgIdent: a family such as `Evolution` and its model. */
  {
    name: 'MGE',
    enterprises: [705],
    objects: {
      model: [{ parts: ['705.1.1.1.0', '705.1.1.2.0'], separator: ' ' }, '705.1.1.1.0'],
      serialNumber: ['705.1.1.7.0'],
      firmwareVersion: ['705.1.1.4.0'],
    },
    type: 'ups',
  },
  /** UPS-MIB of Phoenixtec and its many OEM brands: upsBaseIdent, upsSmartIdent. */
  {
    name: 'Phoenixtec',
    enterprises: [935],
    objects: {
      model: ['935.1.1.1.1.1.1.0'],
      serialNumber: ['935.1.1.1.1.2.3.0', '935.10.1.1.1.4.0'],
      firmwareVersion: ['935.1.1.1.1.2.1.0'],
    },
    type: 'ups',
  },
  /** PDU2-MIB nameplateTable, boardFirmwareVersion; PDU-MIB of the Dominion PX before it. */
  {
    name: 'Raritan',
    enterprises: [13742],
    objects: {
      manufacturer: ['13742.6.3.2.1.1.2.1'],
      model: ['13742.6.3.2.1.1.3.1', '13742.4.1.1.12.0'],
      serialNumber: ['13742.6.3.2.1.1.4.1', '13742.4.1.1.2.0'],
      firmwareVersion: ['13742.6.3.2.3.1.6.*', '13742.4.1.1.1.0'],
    },
    types: [
      ['13742.3', 'network-device'],
      ['13742.4', 'ups'],
      ['13742.6', 'ups'],
    ],
    descriptions: [{ form: /^(?<model>PX\S*) (?<version>\d{6}-\d+)/, type: 'ups' }],
  },
  /** RIELLOUPS-MIB rupsIdent. */
  {
    name: 'Riello',
    enterprises: [5491],
    objects: { manufacturer: ['5491.10.1.1.1.0'], model: ['5491.10.1.1.2.0'], firmwareVersion: ['5491.10.1.1.3.0'] },
    type: 'ups',
  },
  /** Sentry4-MIB: st4UnitModel, st4UnitProductSN, st4SystemFirmwareVersion; Sentry3-MIB: systemVersion, towerTable. */
  {
    name: 'Server Technology',
    enterprises: [1718],
    objects: {
      model: ['1718.4.1.2.2.1.5.*', '1718.3.2.1.1.7.*'],
      serialNumber: ['1718.4.1.2.2.1.4.*', '1718.3.2.1.1.6.*'],
      firmwareVersion: [
        { at: '1718.4.1.1.1.3.0', match: /(\d.*)$/ },
        { at: '1718.3.1.1.0', match: /(\d.*)$/ },
      ],
    },
    type: 'ups',
  },
  /** TRIPPLITE-PRODUCTS tlpDeviceTable. */
  {
    name: 'Tripp Lite',
    enterprises: [850],
    objects: { manufacturer: ['850.1.1.1.2.1.4.1'], model: ['850.1.1.1.2.1.5.1'] },
    type: 'ups',
    descriptions: [{ form: /\bPowerAlert (?<version>\d[\d.]+)/ }],
  },
  /** LIEBERT-GP-AGENT-MIB lgpAgentManagedDeviceTable, lgpAgentIdent; the older LIEBERT-SERIES-UPS-MIB. */
  {
    name: 'Vertiv',
    enterprises: [476],
    objects: {
      model: ['476.1.42.2.4.2.1.4.*', '476.1.1.1.1.1.2.0'],
      serialNumber: ['476.1.42.2.4.2.1.7.*', '476.1.1.1.1.1.6.0'],
      firmwareVersion: ['476.1.42.2.4.2.1.5.*', '476.1.1.1.1.1.3.0', '476.1.42.2.1.3.0'],
    },
    type: 'ups',
  },
  /** VOLTRONIC-POWER-UPS-MIB upsIdent. */
  {
    name: 'Voltronic Power',
    enterprises: [43943],
    objects: {
      manufacturer: ['43943.1.1.1.1.0'],
      model: ['43943.1.1.1.3.0'],
      serialNumber: ['43943.1.1.1.4.0'],
      firmwareVersion: [{ at: '43943.1.1.1.6.0', match: /^(?:VERFW:)?(.+)/i }],
    },
    type: 'ups',
  },
  /** SOCOMECUPS-MIB upsIdent of Net Vision, the same of static switches. */
  vendorAt('Socomec', 4555, '4555.1.1.1.1.1', { model: '1.0', serialNumber: '4.0' }),
  vendorAt('Socomec', 4555, '4555.1.1.10.1.1', { serialNumber: '2.0' }),
  /** BESTPOWER-MIB. */
  vendorAt('Best Power', 2947, '2947.1.1', { model: '2.0', serialNumber: '5.0' }, ups),
  /** UPS-MIB of Huawei's modular power supplies. */
  vendorAt('Huawei', 2011, '2011.6.174.1.2.100.1', { model: '2.1', firmwareVersion: '3.1' }, ups),
  /** CPQPOWER-MIB: the power supply, and PDUs of three generations. */
  {
    name: 'HPE',
    enterprises: [232],
    objects: {
      model: ['3.1.2.0', '2.1.2.1.3.1', '7.1.2.1.3.0', '11.1.2.1.3.1'].map((at) => `232.165.${at}`),
      serialNumber: ['232.165.2.1.2.1.7.1', '232.165.1.2.7.0'],
      firmwareVersion: ['232.165.2.1.2.1.5.1', '232.165.3.1.3.0'],
    },
    ...ups,
  },
  /** Bay-Tech-MIB sBTAIdent; serial numbers are integers. */
  {
    name: 'BayTech',
    enterprises: [4779],
    objects: {
      model: ['4779.1.3.5.2.1.24.1', '4779.1.3.5.5.1.3.2.1'],
      serialNumber: ['4779.1.1.2.0'],
      firmwareVersion: ['4779.1.1.1.0'],
    },
    ...ups,
  },
  /** NETTRACK-E3METER-SNMP-MIB e3IpmInfoSerial of BlueNet strips. */
  vendorAt('Bachmann', 21695, '21695.1.10.7.1.1', { serialNumber: '*' }, ups),
  /** ELTEK-DISTRIBUTED-MIB powerSystem. */
  vendorAt('Eltek', 12148, '12148.10.2', { model: '6.0', serialNumber: '7.0' }, ups),
  /** DC-PWR-MIB of Cordex controllers. */
  vendorAt('Alpha Technologies', 7309, '7309.4.1.2', { serialNumber: '9.0' }, ups),
  /** SCHLEIFENBAUER-DATABUS-MIB sdbDevId. */
  vendorAt('Schleifenbauer', 31034, '31034.12.1.1.2.1.1.1', { model: '5.*', serialNumber: '6.*' }, ups),
  /** ENLOGIC-PDU-MIB and ENLOGIC-PDU2-MIB, which number the same columns differently. */
  {
    name: 'Enlogic',
    enterprises: [38446],
    objects: {
      model: [10, 11].map((column) => ({ at: `${nameplate}.${column}.1`, match: enlogicModel })),
      serialNumber: [11, 12].map((column) => ({ at: `${nameplate}.${column}.1`, match: enlogicSerial })),
    },
    ...ups,
  },
  /** RITTAL-CMC-III-MIB; sysDescr: `Rittal CMC III PU SN 12345678 HW V3.00 - SW V3.11.00`. */
  vendorAt(
    'Rittal',
    2606,
    '2606.7.2',
    { firmwareVersion: '4.0', serialNumber: '6.0' },
    {
      descriptions: [{ form: /^(?:Rittal )?(?<model>(?:CMC|PDU|LCP)[ -][A-Z]+(?: [A-Z]+)?) (?:SN|V\d)/ }],
    },
  ),
]
