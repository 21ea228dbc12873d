import type { Vendor } from './vendor.ts'

/** HIK-DEVICE-MIB; recorders use another tree under 50001, which is not registered to the manufacturer. */
export const hikvision: Vendor = {
  name: 'Hikvision',
  enterprises: [39165, 50001],
  objects: {
    model: [{ at: '1.3.6.1.4.1.39165.1.1.0', match: /^([A-Za-z]+-\S+)/ }],
    serialNumber: [{ at: '1.3.6.1.4.1.50001.1.3.0', match: /^(\w{16,})$/ }],
    firmwareVersion: ['1.3.6.1.4.1.39165.1.3.0'],
  },
  type: 'camera',
}
