import type { Vendor } from './vendor.ts'

/** RicohPrivateMIB: ricohSysName, ricohSysVers, ricohEngSerialNumber. */
export const ricoh: Vendor = {
  name: 'Ricoh',
  enterprises: [367],
  objects: {
    model: ['1.3.6.1.4.1.367.3.2.1.1.1.1.0'],
    serialNumber: ['1.3.6.1.4.1.367.3.2.1.2.1.4.0'],
    firmwareVersion: ['1.3.6.1.4.1.367.3.2.1.1.1.2.0'],
  },
  descriptions: [{ form: /^(?:RICOH|NRG|LANIER|SAVIN|Gestetner) (?<model>.+?) (?<version>\d+\.[\d.]+) \//i }],
}
