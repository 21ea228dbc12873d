import type { Vendor } from './vendor.ts'

const device = '1.3.6.1.4.1.34774.4.1.1'

/** ISM-STORAGE-SVC-MIB of OceanStor: deviceId, version; the MIB has the product only as a number. */
export const huaweiStorage: Vendor = {
  name: 'Huawei',
  enterprises: [34774],
  objects: {
    serialNumber: [`${device}.1.0`],
    firmwareVersion: [`${device}.6.0`],
  },
  type: 'storage',
}
