import type { Vendor } from './vendor.ts'

/** sysDescr of AlliedWare, AlliedWare Plus and the AT switches. */
export const alliedTelesis: Vendor = {
  name: 'Allied Telesis',
  enterprises: [207],
  descriptions: [
    { form: /^CentreCOM (?<model>\w\S{2,20})/ },
    { form: /\b(?<model>(?:AT-|x\d)[\w/-]*\d[\w/-]*)/ },
    { form: /\bversion (?<version>\d[\w.-]*)/i },
  ],
}
