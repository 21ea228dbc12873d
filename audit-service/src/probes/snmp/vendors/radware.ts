import type { Vendor } from './vendor.ts'

const alteon = '1.3.6.1.4.1.1872.2.5.1'

/** RADWARE-MIB rndMng; ALTEON-CHEETAH-SWITCH-MIB of the Alteon line. */
export const radware: Vendor = {
  name: 'Radware',
  enterprises: [89, 1872],
  objects: {
    model: ['1.3.6.1.4.1.89.2.14.0', `${alteon}.1.1.77.0`, `${alteon}.3.1.6.0`, '1.3.6.1.4.1.89.53.14.1.11.1'],
    serialNumber: ['1.3.6.1.4.1.89.2.12.0', `${alteon}.3.1.18.0`, '1.3.6.1.4.1.89.53.14.1.5.1'],
    firmwareVersion: ['1.3.6.1.4.1.89.2.4.0', `${alteon}.1.1.10.0`, '1.3.6.1.4.1.89.53.14.1.2.1'],
  },
  descriptions: [{ form: /^Alteon (?<model>.*\d\w*)$/ }],
}
