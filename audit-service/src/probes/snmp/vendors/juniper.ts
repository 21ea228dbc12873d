import type { Vendor } from './vendor.ts'

/** JUNIPER-MIB: jnxBoxDescr, jnxBoxSerialNo; for a virtual chassis those of its first member. */
export const juniper: Vendor = {
  name: 'Juniper',
  enterprises: [2636, 4874, 3224, 12532],
  objects: {
    serialNumber: ['1.3.6.1.4.1.2636.3.1.3.0', '1.3.6.1.4.1.2636.3.40.1.4.1.1.1.2.*'],
    firmwareVersion: ['1.3.6.1.4.1.2636.3.40.1.4.1.1.1.5.*'],
  },
  descriptions: [
    { form: /^Juniper Networks, Inc\. (?<model>\S+) .*kernel (?<os>JUNOS) (?<version>[\w.-]+)/ },
    { form: /^Juniper Networks, ?Inc[.,]+ ?(?<model>[\w-]+),\s*(?<version>[\w.]+) ?\(build/ },
    { form: /^(?:NetScreen|(?<model>(?:NS|SSG|ISG)-?\S{0,32})).*version (?<version>\S+) \(SN: (?<serialNumber>\w+)/ },
  ],
}
