import type { Vendor } from './vendor.ts'

/** SPAGENT-MIB cfgSystemDescription: `sensorProbe2 plus 1.0.5123`. */
export const akcp: Vendor = {
  name: 'AKCP',
  enterprises: [3854],
  objects: {
    model: [{ at: '1.3.6.1.4.1.3854.3.2.1.8.0', match: /^(\S+(?: plus)?)/ }],
    firmwareVersion: [{ at: '1.3.6.1.4.1.3854.3.2.1.8.0', match: /\s(\d[\d.]+)/ }],
  },
  descriptions: [{ form: /^(?<model>(?:sensor|security)Probe\S*).*?\b(?<version>SP\w+|\d+\.[\d.]+)/i }],
}
