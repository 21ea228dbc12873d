import type { Vendor } from './vendor.ts'

/** UBNT-UniFi-MIB: unifiApSystemModel, unifiApSystemVersion; sysDescr of EdgeOS and the UniFi and Edge switches. */
export const ubiquiti: Vendor = {
  name: 'Ubiquiti',
  enterprises: [41112, 4413, 10002],
  objects: {
    model: ['1.3.6.1.4.1.41112.1.6.3.3.0'],
    firmwareVersion: ['1.3.6.1.4.1.41112.1.6.3.6.0'],
  },
  descriptions: [
    { form: /^(?<os>EdgeOS) v(?<version>\d+(?:\.\d{1,3}){2,3}(?!\d)(?:\+[a-z]+\.\d{1,2}|-\w+)?)/ },
    { form: /^(?<model>(?:USW|US|USG|UAP|UDM|UXG|U6|U7|UCG|EdgeSwitch|ES)[ -]\S.*?), (?<version>\d[\d.]+)/ },
    { form: /^(?<model>(?:UAP|UDM|USW|USG|U6|U7)[\w -]*) (?<version>\d+\.\d+[\d.]*)/ },
  ],
}
