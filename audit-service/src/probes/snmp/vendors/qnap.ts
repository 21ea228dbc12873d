import type { Vendor } from './vendor.ts'

const qts = '1.3.6.1.4.1.55062'

/** QTS-MIB of QTS and QuTS hero; the older NAS-MIB (without a serial). */
export const qnap: Vendor = {
  name: 'QNAP',
  enterprises: [24681, 55062],
  objects: {
    model: [`${qts}.1.12.3.0`, `${qts}.2.12.3.0`, '1.3.6.1.4.1.24681.1.2.12.0', '1.3.6.1.4.1.24681.2.2.12.0'],
    serialNumber: [`${qts}.1.12.5.0`, `${qts}.2.12.5.0`],
    firmwareVersion: [`${qts}.1.12.6.0`, `${qts}.2.12.6.0`],
  },
  descriptions: [{ form: /^Linux (?<model>T[SV]S?-\S+) (?<version>\d[\d.]+)/ }],
  type: 'storage',
}
