import type { Vendor } from './vendor.ts'

/** TIMETRA-CHASSIS-MIB by sysDescr: `TiMOS-B-7.0.R5 both/hops ALCATEL-LUCENT SR 7750 Copyright`. */
export const nokiaSr: Vendor = {
  name: 'Nokia',
  enterprises: [6527],
  descriptions: [{ form: /^(?<version>TiMOS-\S+) .*?(?:ALCATEL(?:-LUCENT)?|Nokia) (?<model>.+?) Copyright/i }],
}
