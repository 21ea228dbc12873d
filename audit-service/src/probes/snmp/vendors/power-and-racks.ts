import { type Vendor, vendorAt } from './vendor.ts'

const ups = { type: 'ups' } as const
const root = '1.3.6.1.4.1'
const nameplate = `${root}.38446.1.1.2.1`
/** Part numbers such as `EN6820` stand where older units have the serial number, which is longer. */
const enlogicModel = /^([A-Z]{1,3}\d{2,4}[A-Z\d-]{0,4})$/
const enlogicSerial = /^([A-Z\d-]{9,24})$/

/** Power supplies, power distribution and monitoring of racks. */
export const powerAndRacks: readonly Vendor[] = [
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
      model: ['3.1.2.0', '2.1.2.1.3.1', '7.1.2.1.3.0', '11.1.2.1.3.1'].map((at) => `${root}.232.165.${at}`),
      serialNumber: [`${root}.232.165.2.1.2.1.7.1`, `${root}.232.165.1.2.7.0`],
      firmwareVersion: [`${root}.232.165.2.1.2.1.5.1`, `${root}.232.165.3.1.3.0`],
    },
    ...ups,
  },
  /** Bay-Tech-MIB sBTAIdent; serial numbers are integers. */
  {
    name: 'BayTech',
    enterprises: [4779],
    objects: {
      model: [`${root}.4779.1.3.5.2.1.24.1`, `${root}.4779.1.3.5.5.1.3.2.1`],
      serialNumber: [`${root}.4779.1.1.2.0`],
      firmwareVersion: [`${root}.4779.1.1.1.0`],
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
