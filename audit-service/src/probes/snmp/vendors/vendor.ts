import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'

/** Fields a vendor's own objects can fill. */
export const vendorFields = ['manufacturer', 'model', 'serialNumber', 'firmwareVersion'] as const
export type VendorField = (typeof vendorFields)[number]

/**
 * What is known of one vendor's private MIBs: one file each, listed in `all.ts`. It applies to a device whose
 * sysObjectID, or any private object, lies under one of its enterprise numbers.
 */
export type Vendor = {
  /** As in `makers.ts`, or the vendor's own short name. */
  name: string
  /** Private enterprise numbers. */
  enterprises: readonly number[]
  /** For each field the objects that may hold it, dotted with their instance; the first that holds text wins. */
  objects: Partial<Record<VendorField, readonly string[]>>
  /** What a device is that has one of these objects. */
  type?: DeviceType
}
