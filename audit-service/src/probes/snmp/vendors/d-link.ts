import type { Vendor } from './vendor.ts'

/** The group of D-Link smart switches below their own sysObjectID, and AGENT-GENERAL-MIB, DLINKPRIME MIB. */
export const dLink: Vendor = {
  name: 'D-Link',
  enterprises: [171],
  objects: {
    serialNumber: ['1.3.6.1.4.1.171.12.1.1.12.0', '1.3.6.1.4.1.171.15.3.1.6.0', '.1.18.0'],
    firmwareVersion: [
      '1.3.6.1.4.1.171.15.3.1.4.0',
      { at: '.1.3.0', match: /^(V?\d[\w.]*)/ },
      { at: '.1.1.3.0', match: /^(V?\d[\w.]*)/ },
    ],
  },
  descriptions: [{ form: /\b(?<model>D[EGXI][SMR][A-Z]?-\d[\w/-]*)/ }],
}
