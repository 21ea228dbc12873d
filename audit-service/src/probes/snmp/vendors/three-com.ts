import type { Vendor } from './vendor.ts'

/** sysDescr of the switches before and after Comware. */
export const threeCom: Vendor = {
  name: '3Com',
  enterprises: [43],
  descriptions: [
    { form: /^3Com (?<model>(?:SuperStack (?:\d|I+) )?Switch \w+)\b(?:.*\bVersion (?:3Com OS )?(?<version>V?\d\S*))?/ },
    { form: /^(?:3Com )?Baseline Switch (?<model>\S+)/ },
  ],
}
