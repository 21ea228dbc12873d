import type { Vendor } from './vendor.ts'

/** LEXMARK-PVT-MIB prtgenInfoTable, LEXMARK-MPS-MIB. */
export const lexmark: Vendor = {
  name: 'Lexmark',
  enterprises: [641],
  objects: {
    model: ['1.3.6.1.4.1.641.6.2.3.1.4.1', '1.3.6.1.4.1.641.2.1.2.1.2.1'],
    serialNumber: ['1.3.6.1.4.1.641.6.2.3.1.5.1', '1.3.6.1.4.1.641.2.1.2.1.6.1'],
    firmwareVersion: ['1.3.6.1.4.1.641.6.3.3.1.7.1.1', '1.3.6.1.4.1.641.2.1.2.1.4.1'],
  },
  descriptions: [{ form: /^Lexmark (?<model>\S+) (?:version )?(?<version>[A-Z]{2}\w*(?:\.\w+){2,})/ }],
}
