import type { Vendor } from './vendor.ts'

/** FOUNDRY-SN-AGENT-MIB, now of Brocade and Ruckus ICX switches: snChasSerNum, snAgImgVer. */
export const foundry: Vendor = {
  name: 'Brocade',
  enterprises: [1991],
  objects: {
    serialNumber: ['1.3.6.1.4.1.1991.1.1.1.1.2.0'],
    firmwareVersion: ['1.3.6.1.4.1.1991.1.1.2.1.11.0'],
  },
  type: 'network-device',
  descriptions: [
    {
      form: /^(?:Foundry Networks|Brocade(?: Communications Systems)?|Ruckus Wireless)(?:, Inc\.)? (?<model>[\w-]+)(?: \([^)]*\))?, IronWare/,
    },
  ],
}
