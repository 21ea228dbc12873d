import type { Vendor } from './vendor.ts'

/** S5-CHASSIS-MIB s5ChasSerNum, RAPID-CITY rcChasSerialNumber; sysDescr names the software after `SW:`. */
export const avaya: Vendor = {
  name: 'Avaya',
  enterprises: [45, 2272, 81, 6889],
  objects: {
    serialNumber: ['1.3.6.1.4.1.45.1.6.3.1.6.0', '1.3.6.1.4.1.2272.1.4.2.0'],
  },
  descriptions: [
    { form: /\b(?:SW: ?|S\/W: ?)(?<version>v?\d[\w.]*)/ },
    { form: /^(?:Ethernet (?:Routing )?Switch|BayStack|Business Policy Switch) (?<model>[\w-]+)/ },
    { form: /^(?<model>(?:ERS|VSP|Passport)-\w+) \((?<version>[\d.]+)\)/ },
  ],
}
