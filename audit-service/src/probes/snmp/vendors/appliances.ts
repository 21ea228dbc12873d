import { type Vendor, vendorAt } from './vendor.ts'

const network = { type: 'network-device' } as const
const root = '1.3.6.1.4.1'
const dgw = '4935.1000.100.200.100.2000.1.100'

/** Firewalls, load balancers, address management, voice gateways and console servers. */
export const appliances: readonly Vendor[] = [
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
      model: [`${root}.${dgw}.100.0`],
      serialNumber: [`${root}.${dgw}.200.0`, `${root}.4935.10.15.1.5.0`],
    },
  },
  /** LANTRONIX-SLC-MIB. */
  vendorAt('Lantronix', 244, '244.1.1.6', { serialNumber: '2.0', firmwareVersion: '3.0' }),
  /** OG-STATUSv2-MIB, whose agents omit the index of scalars; OG-OMTELEM-MIB of the Operations Manager. */
  {
    name: 'Opengear',
    enterprises: [25049],
    objects: {
      model: [`${root}.25049.10.19.1.5.0`],
      serialNumber: [`${root}.25049.10.19.1.2.0`, `${root}.25049.17.1.2`, `${root}.25049.17.1.2.0`],
      firmwareVersion: ['10.19.1.3.0', '17.1.1', '17.1.1.0'].map((at) => ({
        at: `${root}.25049.${at}`,
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
