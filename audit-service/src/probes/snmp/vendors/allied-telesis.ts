import type { Vendor } from './vendor.ts'

/** AT-BOARDS-MIB, whose first board is the device, and its predecessor; sysDescr of AlliedWare, AlliedWare Plus and the AT switches. */
export const alliedTelesis: Vendor = {
  name: 'Allied Telesis',
  enterprises: [207],
  objects: {
    serialNumber: ['3.21.1.1.8', '5.2.1.5'].map((column) => `1.3.6.1.4.1.207.8.4.4.${column}.*`),
  },
  descriptions: [
    { form: /^CentreCOM (?<model>\w\S{2,20})/ },
    { form: /\b(?<model>(?:AT-|x\d)[\w/-]*\d[\w/-]*)/ },
    { form: /\bversion (?<version>\d[\w.-]*)/i },
  ],
}
