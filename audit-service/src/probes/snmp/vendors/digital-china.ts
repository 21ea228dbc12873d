import type { Vendor } from './vendor.ts'

/** sysDescr of DCN and the many OEM brands of its switches. */
export const digitalChina: Vendor = {
  name: 'Digital China',
  enterprises: [6339, 40418, 27514],
  descriptions: [{ form: /^(?<model>\S+) Device,.*?SoftWare Version (?:is )?(?<version>[^\s,]+)/i }],
}
