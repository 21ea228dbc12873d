import type { Vendor } from './vendor.ts'

/** VMWARE-SYSTEM-MIB: vmwProdVersion. */
export const vmware: Vendor = {
  name: 'VMware',
  enterprises: [6876],
  objects: {
    firmwareVersion: ['1.3.6.1.4.1.6876.1.2.0'],
  },
}
