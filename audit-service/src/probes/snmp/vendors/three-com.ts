import type { Vendor } from './vendor.ts'

/** A3COM0352-STACK-CONFIG stackUnitTable; sysDescr of the switches before and after Comware. */
export const threeCom: Vendor = {
  name: '3Com',
  enterprises: [43],
  objects: {
    serialNumber: ['1.3.6.1.4.1.43.10.27.1.1.1.13.1'],
    firmwareVersion: ['1.3.6.1.4.1.43.10.27.1.1.1.12.1'],
  },
  descriptions: [
    { form: /^3Com (?<model>(?:SuperStack (?:\d|I+) )?Switch \w+)\b(?:.*\bVersion (?:3Com OS )?(?<version>V?\d\S*))?/ },
    { form: /^(?:3Com )?Baseline Switch (?<model>\S+)/ },
  ],
}
