import type { Vendor } from './vendor.ts'

const deviceId = '2699.1.2.1.2.1.1.3.1'

/** Printers and their print servers. */
export const printers: readonly Vendor[] = [
  /** BROTHER-MIB brInfoSerialNumber; sysDescr names the network card. */
  { name: 'Brother', enterprises: [2435], objects: { serialNumber: ['2435.2.3.9.4.2.1.5.5.1.0'] } },
  /** CANON-MIB: canPdInfoProductName, canPdInfoProductVersion, canServInfoSerialNumberDeviceNumber. */
  {
    name: 'Canon',
    enterprises: [1602],
    objects: { model: ['1602.1.1.1.1.0'], serialNumber: ['1602.1.2.1.8.1.3.1.1'], firmwareVersion: ['1602.1.1.1.4.0'] },
    descriptions: [{ form: /^Canon (?<model>\S.*?)(?: \/\w)?$/ }],
  },
  /** EPSON-MIB: model and serial of the first device. */
  {
    name: 'Epson',
    enterprises: [1248],
    objects: { model: ['1248.1.2.2.1.1.1.2.1'], serialNumber: ['1248.1.2.2.1.1.1.5.1'] },
  },
  /** KONICAMINOLTA-MIB: product name. */
  { name: 'Konica Minolta', enterprises: [18334], objects: { model: ['18334.1.1.1.1.6.2.1.0'] } },
  /** KYOCERA-Private-MIB: kcprtGeneralModelName, kcprtSerialNumber, kcprtFirmwareVersion. */
  {
    name: 'Kyocera',
    enterprises: [1347],
    objects: {
      model: ['1347.43.5.1.1.1.1'],
      serialNumber: ['1347.43.5.1.1.28.1'],
      firmwareVersion: ['1347.43.5.4.1.5.1.1'],
    },
  },
  /** LEXMARK-PVT-MIB prtgenInfoTable, LEXMARK-MPS-MIB. */
  {
    name: 'Lexmark',
    enterprises: [641],
    objects: {
      model: ['641.6.2.3.1.4.1', '641.2.1.2.1.2.1'],
      serialNumber: ['641.6.2.3.1.5.1', '641.2.1.2.1.6.1'],
      firmwareVersion: ['641.6.3.3.1.7.1.1', '641.2.1.2.1.4.1'],
    },
    descriptions: [{ form: /^Lexmark (?<model>\S+) (?:version )?(?<version>[A-Z]{2}\w*(?:\.\w+){2,})/ }],
  },
  /** OKI-MIB machine serial number. */
  { name: 'Oki', enterprises: [2001], objects: { serialNumber: ['2001.1.1.1.1.11.1.10.45.0'] } },
  /** RicohPrivateMIB: ricohSysName, ricohSysVers, ricohEngSerialNumber. */
  {
    name: 'Ricoh',
    enterprises: [367],
    objects: {
      model: ['367.3.2.1.1.1.1.0'],
      serialNumber: ['367.3.2.1.2.1.4.0'],
      firmwareVersion: ['367.3.2.1.1.1.2.0'],
    },
    descriptions: [{ form: /^(?:RICOH|NRG|LANIER|SAVIN|Gestetner) (?<model>.+?) (?<version>\d+\.[\d.]+) \//i }],
  },
  /** SAMSUNG-PRINTER-EXT-MIB: secSysModelName, secSysSerialNumber, secSysFWVersion. */
  {
    name: 'Samsung',
    enterprises: [236],
    objects: {
      model: ['236.11.5.1.1.1.1.0'],
      serialNumber: ['236.11.5.1.1.1.4.0'],
      firmwareVersion: ['236.11.5.1.1.1.2.0'],
    },
    types: [['236.11.5', 'printer']],
    descriptions: [{ form: /^Samsung (?<model>\S+)(?: Series)?[; ].*?\b(?:OS V?|V ?)(?<version>\d[\d.]+)/i }],
  },
  /** TOSHIBATEC-MIB bcpGeneral: bcpProductNumber, bcpProductVersion, bcpDeviceModel. */
  {
    name: 'Toshiba TEC',
    enterprises: [1129],
    objects: {
      model: ['1129.1.2.1.1.1.2.1.0'],
      serialNumber: ['1129.1.2.1.1.1.1.1.0'],
      firmwareVersion: ['1129.1.2.1.1.1.1.2.0'],
    },
  },
  /** XEROX-GENERAL-MIB device serial number. */
  {
    name: 'Xerox',
    enterprises: [253],
    objects: { serialNumber: ['253.8.53.3.2.1.3.1'] },
    descriptions: [
      { form: /^(?:FUJI )?Xerox (?<model>[^;,]+)[;,]/i },
      { form: /[;,] (?:System(?: Software)?|OS|Net Controller|Controller\+?PS)[ :]*(?<version>\d[\w.]+)/ },
    ],
  },
  /** ZEBRA-QL-MIB; ESI-MIB of its print servers. */
  {
    name: 'Zebra',
    enterprises: [10642, 683],
    objects: {
      model: ['10642.1.1.0', '10642.200.19.7.0'],
      serialNumber: ['10642.200.19.5.0', '683.1.5.0'],
      firmwareVersion: ['10642.1.2.0', '683.1.9.0'],
    },
    type: 'printer',
  },
  {
    name: 'Pantum',
    enterprises: [40093],
    objects: { serialNumber: ['1.1.1.5.0', '6.1.2.0', '10.1.1.4.0'].map((at) => `40093.${at}`) },
  },
  /** PWG Port Monitor MIB (PWG 5107.1) of printers of all manufacturers: ppmPrinterIEEE1284DeviceId. */
  {
    name: 'PWG',
    enterprises: [2699],
    objects: {
      model: [{ at: deviceId, match: /(?:^|;)\s*(?:MODEL|MDL): *([^;]{2,60})/i }],
      serialNumber: [{ at: deviceId, match: /(?:^|;)\s*(?:SERIALNUMBER|SERN|SN): *([^;]{4,40})/i }],
    },
  },
]
