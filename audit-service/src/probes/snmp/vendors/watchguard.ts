import type { Vendor } from './vendor.ts'

/** WATCHGUARD-SYSTEM-STATISTICS-MIB wgSoftwareVersion: `<sysa:12.1><sysb:…>`. */
export const watchguard: Vendor = {
  name: 'WatchGuard',
  enterprises: [3097],
  objects: {
    firmwareVersion: [{ at: '1.3.6.1.4.1.3097.6.3.1.0', match: /<sysa:([^>]+)>|^(\d[\w.]*)/ }],
  },
}
