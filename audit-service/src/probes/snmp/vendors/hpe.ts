import type { Vendor } from './vendor.ts'

const enclosure = '1.3.6.1.4.1.232.22.2.3.1.1.1'

/** CPQSINFO-MIB, CPQHOST-MIB of Insight agents and iLO (CPQSM2-MIB), CPQRACK-MIB of BladeSystem. */
export const hpe: Vendor = {
  name: 'HPE',
  enterprises: [232],
  objects: {
    model: ['1.3.6.1.4.1.232.2.2.4.2.0', `${enclosure}.3.*`],
    serialNumber: ['1.3.6.1.4.1.232.2.2.2.1.0', `${enclosure}.7.*`, '1.3.6.1.4.1.232.9.2.2.15.0'],
    firmwareVersion: ['1.3.6.1.4.1.232.9.2.2.2.0', `${enclosure}.8.*`],
  },
  types: [['232', 'computer']],
  descriptions: [{ form: /Integrated Lights-Out(?: \d)?,? (?<version>\d+\.\d+)/, type: 'computer' }],
}
