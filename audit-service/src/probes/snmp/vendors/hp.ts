import type { Vendor } from './vendor.ts'

const printer = '1.3.6.1.4.1.11.2.3.9.4.2.1.1.3'
const module = '1.3.6.1.4.1.11.2.3.7.11.17.7.1.1.1'
const unit = '1.3.6.1.3.94.1.6.1'

/** HP network peripherals (HP-LASERJET-COMMON-MIB, gdStatusId), SEMI-MIB hpHttpMg of switches, FCMGMT of storage. */
export const hp: Vendor = {
  name: 'HP',
  enterprises: [11],
  objects: {
    model: [
      { at: '1.3.6.1.4.1.11.2.3.9.1.1.7.0', match: /(?:^|;)\s*(?:MODEL|MDL): *([^;]+)/i },
      `${printer}.2.0`,
      `${unit}.7.*`,
    ],
    serialNumber: [`${printer}.3.0`, '1.3.6.1.4.1.11.2.36.1.1.2.9.0', `${module}.4.0`, `${unit}.8.*`],
    firmwareVersion: [`${printer}.6.0`, `${module}.3.0`],
  },
  descriptions: [
    { form: /JETDIRECT[^,]*,.*EEPROM (?<version>[A-Z]{1,2}\.[\d.]+)/, type: 'printer' },

    { form: /^HP (?<model>VC [\w./ -]*?Module)\b/, type: 'network-device' },
    { form: /\bPID: ?(?<model>[^,;]+)/, type: 'printer' },
    { form: /\brevision (?<version>[A-Z]{1,2}\.\d[\w.]*)/ },
    { form: /Switch Software Version (?<version>\d[\w.]*,? Release \w+)/ },
    { form: /^HP-UX \S+ (?<version>\S+)/ },
  ],
  types: [
    ['11.2.51', 'storage'],
    ['11.2.3.9', 'printer'],
    ['11.2.3.7', 'network-device'],
    ['11.2.14', 'network-device'],
    ['11.2.3.2', 'computer'],
    ['11.2.3.10', 'computer'],
    ['11.5', 'computer'],
    ['11.10.2', 'storage'],
  ],
}
