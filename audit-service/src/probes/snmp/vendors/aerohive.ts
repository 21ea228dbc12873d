import type { Vendor } from './vendor.ts'

/** AH-SYSTEM-MIB: ahDeviceMode, ahSystemSerial, ahFirmwareVersion. */
export const aerohive: Vendor = {
  name: 'Aerohive',
  enterprises: [26928],
  objects: {
    model: ['1.3.6.1.4.1.26928.1.2.6.0'],
    serialNumber: ['1.3.6.1.4.1.26928.1.2.5.0'],
    firmwareVersion: ['1.3.6.1.4.1.26928.1.2.12.0'],
  },
  descriptions: [{ form: /^(?<model>AP\w+), HiveOS (?<version>\S+)/ }],
  type: 'network-device',
}
