import { type Vendor, vendorAt } from './vendor.ts'

const network = { type: 'network-device' } as const
const horizon = '7262.2'

/** Access nodes, demarcation devices, optical systems and radio links of providers. */
export const carrierNetworks: readonly Vendor[] = [
  /** WHISP-BOX-MIBV2-MIB whispBoxSoftwareVer of PMP, CAMBIUM-PMP80211-MIB of ePMP, CNPILOT-MIB. */
  {
    name: 'Cambium',
    enterprises: [17713, 161],
    objects: {
      serialNumber: ['17713.21.1.1.31.0', '17713.22.1.1.1.4.0'],
      firmwareVersion: ['17713.21.1.1.1.0', { at: '161.19.3.3.1.1.0', match: /^CANOPY (\S+)/ }],
    },
    descriptions: [{ form: /^CANOPY (?<version>\d\S*)/ }],
  },
  /** WWP-LEOS-CHASSIS-MIB serial numbers; sysDescr: `3930 Service Delivery Switch`. */
  {
    name: 'Ciena',
    enterprises: [1271, 6141],
    objects: { serialNumber: ['6141.2.60.11.1.1.1.67.0', '6141.2.60.11.1.1.1.52.0', '6141.2.3.1.1.1.0'] },
    descriptions: [{ form: /^(?:CN )?(?<model>\d{4}\w*) Service/ }],
  },
  /** MIMOSA-NETWORKS-BFIVE-MIB: mimosaSerialNumber, mimosaFirmwareVersion. */
  {
    name: 'Mimosa',
    enterprises: [43356],
    objects: { serialNumber: ['43356.2.1.2.1.2.0'], firmwareVersion: ['43356.2.1.2.1.3.0'] },
  },
  /**
   * TIMETRA-CHASSIS-MIB tmnxHwSerialNumber, whose indexes begin with the class of the hardware: 3 is the chassis.
   * sysDescr: `TiMOS-B-7.0.R5 both/hops ALCATEL-LUCENT SR 7750 Copyright`.
   */
  {
    name: 'Nokia',
    enterprises: [6527],
    objects: { serialNumber: ['6527.3.1.2.2.1.8.1.5.1.50331649'] },
    descriptions: [{ form: /^(?<version>TiMOS-\S+) .*?(?:ALCATEL(?:-LUCENT)?|Nokia) (?<model>.+?) Copyright/i }],
  },
  /** sysDescr: `MP-8150-CPE-WD-v2.4.0(204515) SN-12PI26570123 BL-v1.3.2`. */
  {
    name: 'Proxim',
    enterprises: [11898],
    descriptions: [{ form: /^(?<model>[\w-]+?)-? ?v(?<version>\d[\d.]*(?:\(\w+\))?),? SN-(?<serialNumber>\w+)/ }],
  },
  /** ZTE wireless controllers (ZXWL) and ZXR10 switches: model, serial, version of the system. */
  {
    name: 'ZTE',
    enterprises: [3902],
    objects: {
      model: ['3902.15.2.30.1.6.0', '.101.1.1.29.*'],
      serialNumber: ['3902.15.2.30.1.36.0', '.101.1.1.28.*'],
      firmwareVersion: ['3902.15.2.30.1.25.0', { at: '.101.1.1.37.*', match: /^software-version: *(\S+)/ }],
    },
    descriptions: [
      { form: /(?<model>ZXR10 \w*\d[\w-]*) Software, Version (?<version>[^,\s]+)/ },
      { form: /(?<model>ZXR10[ _]\w*\d[\w-]*) Software, Version (?<version>[^,\s]+)/ },
      { form: /(?<model>ZXR10 (?!ROS)\w*\d[\w-]*)/ },
      { form: /Version: ?\d{4} (?<version>V\d[\w.]*)/ },
    ],
  },
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
      model: ['2281.10.1.2.10.1.1.2.127'],
      serialNumber: ['2281.10.1.2.10.1.1.6.127', '2281.10.1.2.1.0'],
      firmwareVersion: ['2281.10.4.1.13.1.1.4.1'],
    },
  },
  /** WINLINK1000-SYSTEM-MIB winlink1000OduAdm. */
  vendorAt('RADWIN', 4458, '4458.1000.1.1', { model: '1.0', firmwareVersion: '3.0', serialNumber: '29.0' }),
  /** INTEGRA-MIB; sysDescr of CFIP lists `…;version;…;Model:…;Serial:…`. */
  {
    name: 'SAF Tehnika',
    enterprises: [7571],
    objects: {
      serialNumber: [9, 10].map((product) => `7571.100.1.1.7.${product}.4.12.0`),
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
        '7262.4.5.2.4.1.3.0',
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
