import type { Vendor } from './vendor.ts'

/** sysDescr: `Poseidon 3266 SNMP Supervisor v3.2.4`. */
export const hwGroup: Vendor = {
  name: 'HW group',
  enterprises: [21796],
  descriptions: [{ form: /^(?<model>HWg-[\w-]+)/ }, { form: /^(?<model>\w+(?: \d\w*)?) .*\bv(?<version>\d[\d.]+)/ }],
}
