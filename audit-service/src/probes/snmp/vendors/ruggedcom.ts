import type { Vendor } from './vendor.ts'

/** RUGGEDCOM-SYS-INFO-MIB: rcDeviceInfoSerialNumber, rcDeviceInfoMainSwVersion. */
export const ruggedcom: Vendor = {
  name: 'RuggedCom',
  enterprises: [15004],
  objects: {
    serialNumber: ['1.3.6.1.4.1.15004.4.2.3.1.0'],
    firmwareVersion: ['1.3.6.1.4.1.15004.4.2.3.3.0'],
  },
  descriptions: [{ form: /^(?:RuggedCom|RUGGEDCOM) (?<model>(?:RS|RX|RMC|RP|M)\w+)/i }],
}
