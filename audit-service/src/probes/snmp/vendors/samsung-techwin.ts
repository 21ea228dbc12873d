import type { Vendor } from './vendor.ts'

/** Cameras of Samsung Techwin, now Hanwha: model and version under their own sysObjectID. */
export const samsungTechwin: Vendor = {
  name: 'Samsung Techwin',
  enterprises: [36849],
  objects: {
    model: ['.1.0'],
    firmwareVersion: ['.2.1.1.0'],
  },
  type: 'camera',
}
