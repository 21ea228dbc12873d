import type { Vendor } from './vendor.ts'

/** TIMETRA-CHASSIS-MIB tmnxHwSerialNumber, and sysDescr: `TiMOS-B-7.0.R5 both/hops ALCATEL-LUCENT SR 7750 Copyright`. */
export const nokiaSr: Vendor = {
  name: 'Nokia',
  enterprises: [6527],
  // Indexes begin with the class of the hardware: 3 is the chassis.
  objects: { serialNumber: ['1.3.6.1.4.1.6527.3.1.2.2.1.8.1.5.1.50331649'] },
  descriptions: [{ form: /^(?<version>TiMOS-\S+) .*?(?:ALCATEL(?:-LUCENT)?|Nokia) (?<model>.+?) Copyright/i }],
}
