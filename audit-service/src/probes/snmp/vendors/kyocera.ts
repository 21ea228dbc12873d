import type { Vendor } from './vendor.ts'

/** KYOCERA-Private-MIB: kcprtGeneralModelName, kcprtSerialNumber, kcprtFirmwareVersion. */
export const kyocera: Vendor = {
  name: 'Kyocera',
  enterprises: [1347],
  objects: {
    model: ['1.3.6.1.4.1.1347.43.5.1.1.1.1'],
    serialNumber: ['1.3.6.1.4.1.1347.43.5.1.1.28.1'],
    firmwareVersion: ['1.3.6.1.4.1.1347.43.5.4.1.5.1.1'],
  },
}
