import type { Vendor } from './vendor.ts'

/** PEPLINK-DEVICE deviceModel, deviceSerialNumber, deviceFirmwareVersion. */
export const peplink: Vendor = {
  name: 'Peplink',
  enterprises: [23695, 27662],
  objects: {
    model: ['1.3.6.1.4.1.23695.200.1.1.1.1.1.0', '1.3.6.1.4.1.27662.200.1.1.1.1.1.0'],
    serialNumber: ['1.3.6.1.4.1.23695.200.1.1.1.1.2.0', '1.3.6.1.4.1.27662.200.1.1.1.1.2.0'],
    firmwareVersion: ['1.3.6.1.4.1.23695.200.1.1.1.1.3.0', '1.3.6.1.4.1.27662.200.1.1.1.1.3.0'],
  },
  type: 'network-device',
}
