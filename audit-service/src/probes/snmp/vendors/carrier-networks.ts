import { type Vendor, vendorAt } from './vendor.ts'

const network = { type: 'network-device' } as const
const root = '1.3.6.1.4.1'
const horizon = `${root}.7262.2`

/** Access nodes, demarcation devices, optical systems and radio links of providers. */
export const carrierNetworks: readonly Vendor[] = [
  /** ACD-DESC-MIB. */
  vendorAt('Accedian', 22420, '22420.1.1', { model: '1.0', firmwareVersion: '4.0', serialNumber: '6.0' }),
  /** E7-Calix-MIB e7CardSoftwareVersion; serial numbers there are those of cards. */
  vendorAt(
    'Calix',
    6321,
    '6321.1.2.2.2.1.6.1.1',
    { firmwareVersion: '7.*' },
    { descriptions: [{ form: /^(?:Calix )?(?<model>E\d{1,2}-\d\w*)/ }] },
  ),
  /** IESCOMMON-MIB of the E5 line, below each product's sysObjectID. */
  { name: 'Calix', enterprises: [6321], objects: { serialNumber: ['.98.1.2.1.3.*'] } },
  /** NMS-HFC hwSerialNumber. */
  vendorAt('Teleste', 3715, '3715.17.1', { serialNumber: '10.0' }),
  /** FSP150-MIB of the CC line. */
  vendorAt('ADVA', 2544, '2544.1.14.2.1', { serialNumber: '5.0' }),
  /** CORIANT-GROOVE-MIB. */
  vendorAt('Infinera', 42229, '42229.1.2', { model: '2.1.3.0', firmwareVersion: '9.2.1.1.3.1' }, network),
  /** MWRM-UNIT-MIB: the inventory of the chassis is row 127, or scalars in IP-10. */
  {
    name: 'Ceragon',
    enterprises: [2281],
    objects: {
      model: [`${root}.2281.10.1.2.10.1.1.2.127`],
      serialNumber: [`${root}.2281.10.1.2.10.1.1.6.127`, `${root}.2281.10.1.2.1.0`],
      firmwareVersion: [`${root}.2281.10.4.1.13.1.1.4.1`],
    },
  },
  /** WINLINK1000-SYSTEM-MIB winlink1000OduAdm. */
  vendorAt('RADWIN', 4458, '4458.1000.1.1', { model: '1.0', firmwareVersion: '3.0', serialNumber: '29.0' }),
  /** INTEGRA-MIB; sysDescr of CFIP lists `…;version;…;Model:…;Serial:…`. */
  {
    name: 'SAF Tehnika',
    enterprises: [7571],
    objects: {
      serialNumber: [9, 10].map((product) => `${root}.7571.100.1.1.7.${product}.4.12.0`),
    },
    descriptions: [
      {
        form: /^[^;]{1,60};\s*(?<version>[^;]{1,40});[^;]{0,60};[^;:]{1,20}:\s*(?<model>[^;]{2,40});[^;:]{1,20}:\s*(?<serialNumber>\w{4,24})/,
      },
    ],
  },
  /** RADIO-BRIDGE-MIB; sysDescr is the model. */
  vendorAt(
    'Siklu',
    31926,
    '31926.1',
    { firmwareVersion: '5.0' },
    {
      descriptions: [{ form: /^(?:Siklu )?(?<model>E[HT]-?\d{3,4}\S{0,12})/ }],
    },
  ),
  /** HORIZON-MIB of outdoor, indoor, Quantum and Compact units, Harmony radios. */
  {
    name: 'DragonWave',
    enterprises: [7262],
    objects: {
      serialNumber: [
        `${horizon}.2.1.3.1.1.0`,
        `${horizon}.3.1.6.1.2.0`,
        `${horizon}.4.1.5.1.2.0`,
        `${horizon}.5.1.3.1.2.0`,
        `${root}.7262.4.5.2.4.1.3.0`,
      ],
    },
  },
  vendorAt('Alvarion', 12394, '12394.1.10.5.6.1.1', { serialNumber: '5.0' }),
  vendorAt('4RF', 14817, '14817.7.1.2.1', { serialNumber: '10.0' }, network),
  vendorAt('Redline', 10728, '10728.2.1.1.1', { serialNumber: '1.0' }, network),
  /** DELIBERANT-MIB; sysDescr: `LigoPTP 5-N/RapidFire 5-N, Linux …, v1.51-…`. */
  vendorAt('Deliberant', 32761, '32761.3.1.1.1', { model: '3.0' }, network),
  {
    name: 'LigoWave',
    enterprises: [32750],
    descriptions: [{ form: /^(?<model>[^,]{3,40}),[^,]{0,40}?\b(?<version>v\d[\d.-]*\d)/ }],
  },
]
