import type { Vendor } from './vendor.ts'

/** AUTOMATION-SYSTEM-MIB automationSerialNumber, automationFirmware; sysDescr of SIMATIC and SCALANCE. */
export const siemens: Vendor = {
  name: 'Siemens',
  enterprises: [4329, 4196],
  objects: {
    serialNumber: [
      '1.3.6.1.4.1.4329.15.3.2.1.3.0',
      '1.3.6.1.4.1.4329.6.3.2.1.1.3.0',
      '1.3.6.1.4.1.4196.1.1.8.3.100.1.8.6.0',
    ],
    firmwareVersion: [
      '1.3.6.1.4.1.4329.15.3.2.1.1.0',
      '1.3.6.1.4.1.4329.6.3.2.1.1.5.0',
      '1.3.6.1.4.1.4196.1.1.8.3.100.1.8.4.0',
    ],
  },
  descriptions: [
    { form: /\b(?<model>SCALANCE,? [A-Z]+\d[\w-]*(?: \w+)?),/, type: 'network-device' },
    { form: /\bSIMATIC S7, (?<model>CPU[^,]+),/ },
    { form: /\bF\/?W: ?(?:Version )?(?<version>V[\d.]+)/ },
    { form: /\bF\/?W: ?(?:Version )?V[\d.]+, ?(?<serialNumber>(?:S )?[A-Z][A-Z\d-]{5,20})\s*$/ },
    { form: /\bS ?[A-Z][\s-]?[\w-]*\d, *(?<serialNumber>VP\w+)/ },
  ],
}
