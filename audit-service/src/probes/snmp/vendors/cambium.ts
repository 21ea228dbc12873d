import type { Vendor } from './vendor.ts'

/** WHISP-BOX-MIBV2-MIB whispBoxSoftwareVer of PMP, CAMBIUM-PMP80211-MIB of ePMP, CNPILOT-MIB. */
export const cambium: Vendor = {
  name: 'Cambium',
  enterprises: [17713, 161],
  objects: {
    serialNumber: ['1.3.6.1.4.1.17713.21.1.1.31.0', '1.3.6.1.4.1.17713.22.1.1.1.4.0'],
    firmwareVersion: ['1.3.6.1.4.1.17713.21.1.1.1.0', { at: '1.3.6.1.4.1.161.19.3.3.1.1.0', match: /^CANOPY (\S+)/ }],
  },
  descriptions: [{ form: /^CANOPY (?<version>\d\S*)/ }],
}
