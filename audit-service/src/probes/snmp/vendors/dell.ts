import type { Vendor } from './vendor.ts'

const idrac = '1.3.6.1.4.1.674.10892.5.1'
const omsa = '1.3.6.1.4.1.674.10892.1.300.10.1'
const drac = '1.3.6.1.4.1.674.10892.2.1'
const switches = '1.3.6.1.4.1.674.10895.3000.1.2.100'

/** iDRAC-MIB, MIB-Dell-10892 of Server Administrator, DELL-RAC-MIB, Dell-Vendor-MIB of PowerConnect, OS10. */
export const dell: Vendor = {
  name: 'Dell',
  enterprises: [674],
  objects: {
    model: [`${idrac}.3.12.0`, `${omsa}.9.1`, `${switches}.1.0`],
    serialNumber: [
      `${idrac}.3.2.0`,
      `${omsa}.11.1`,
      `${drac}.1.11.0`,
      `${drac}.1.6.0`,
      `${switches}.8.1.2.1`,
      '1.3.6.1.4.1.674.10895.5000.2.6132.1.1.13.2.2.1.19.1',
      '1.3.6.1.4.1.674.11000.5000.100.4.1.1.3.1.7.1',
    ],
    firmwareVersion: [`${idrac}.1.8.0`, `${drac}.2.1.0`, `${switches}.4.0`],
  },
  types: [
    ['674.10895', 'network-device'],
    ['674.11000.2000', 'storage'],
    ['674.11000', 'network-device'],
    ['674.10898', 'printer'],
    ['674.10892', 'computer'],
    ['674.10893', 'storage'],
  ],
  descriptions: [
    { form: /^Dell [^;]{3,40}; (?:OS|Net) (?<version>\d[\d.]*)/ },
    { form: /^(?<model>PowerConnect \d\w*), (?<version>\d[\d.]+)/i },
  ],
}
