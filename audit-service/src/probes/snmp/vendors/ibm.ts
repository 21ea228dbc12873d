import type { Vendor } from './vendor.ts'

const imm = '1.3.6.1.4.1.2.3.51.3.1.5'
const power = '1.3.6.1.4.1.2.6.191.1.3'

/** IMM-MIB and RSA-MIB of service processors, BLADE-MIB of chassis, the system group of Power with AIX. */
export const ibm: Vendor = {
  name: 'IBM',
  enterprises: [2],
  objects: {
    model: [`${imm}.2.1.5.0`, { at: `${power}.6.0`, match: /^(?:IBM,)?(.+)/ }, '1.3.6.1.4.1.2.3.51.2.2.21.1.1.1.0'],
    serialNumber: [
      `${imm}.2.1.3.0`,
      { at: `${power}.7.0`, match: /^(?:IBM,)?(.+)/ },
      '1.3.6.1.4.1.2.3.51.2.2.21.1.1.3.0',
    ],
    firmwareVersion: [`${imm}.1.1.3.1`, '1.3.6.1.4.1.2.3.51.2.2.21.3.1.1.3.1'],
  },
  descriptions: [{ form: /\b(?:Ethernet|Fabric)\b.{0,30} Switch Module\b/, type: 'network-device' }],
  types: [
    ['2.6.190', 'storage'],
    ['2.6.212', 'storage'],
    ['2.6.255', 'storage'],
    ['2.6.158', 'computer'],
    ['2.6.182', 'storage'],
    ['2.3.51', 'computer'],
    ['2.3.1', 'computer'],
  ],
}
