import type { Vendor } from './vendor.ts'

/** sysDescr: `Alcatel-Lucent OS6850-P48X 6.4.3.520.R01 GA`. */
export const alcatelLucent: Vendor = {
  name: 'Alcatel-Lucent',
  enterprises: [6486, 800],
  descriptions: [{ form: /(?<model>OS\w+(?:-\w+)*)?\s?(?<version>\d{1,3}\.\d{1,3}\.\d{1,3}\.\d*\.?R\d+)/ }],
}
