import { type Vendor, vendorAt } from './vendor.ts'

const network = { type: 'network-device' } as const

/** Switches, access points and their controllers of offices and plants. */
export const campusNetworks: readonly Vendor[] = [
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
      model: ['1.3.6.1.4.1.27975.37.1.5.1.4.1.1'],
      serialNumber: ['1.3.6.1.4.1.27975.37.1.5.1.10.1.1'],
      firmwareVersion: ['1.3.6.1.4.1.27975.1.3.5.0'],
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
