import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'

/** Fields a vendor's own objects can fill. */
export const vendorFields = ['manufacturer', 'model', 'serialNumber', 'firmwareVersion'] as const
export type VendorField = (typeof vendorFields)[number]

/**
 * Where a value stands. `1.3.6.1.4.1.318.1.0` is one object, `1.3.6.1.4.1.318.1.*` the first row of a column, and
 * `.1.5.0` an object under the device's own sysObjectID, for makers who give each product a subtree of the same shape.
 */
export type ObjectPath = string

/** `match` takes its first group out of the text, and refuses text that it does not fit. */
export type VendorObject =
  | ObjectPath
  | { at: ObjectPath; match: RegExp }
  /** One value that the MIB splits over objects. */
  | { parts: readonly ObjectPath[]; separator: string }

/** What a vendor writes into sysDescr: the groups `model`, `serialNumber`, `version` and `os` name what they hold. */
type DescriptionForm = { form: RegExp; type?: DeviceType }

/**
 * What is known of one vendor's private MIBs: one file each, listed in `all.ts`. It applies to a device whose
 * sysObjectID, or any private object, lies under one of its enterprise numbers.
 */
export type Vendor = {
  /** As in `makers.ts`, or the vendor's own short name. */
  name: string
  /** Private enterprise numbers. */
  enterprises: readonly number[]
  /** For each field the objects that may hold it; the first that holds text wins. */
  objects?: Partial<Record<VendorField, readonly VendorObject[]>>
  descriptions?: readonly DescriptionForm[]
  /** Models by the sysObjectID behind 1.3.6.1.4.1, for the products that have no better object. */
  products?: Readonly<Record<string, string>>
  /** Kinds by the start of the sysObjectID behind 1.3.6.1.4.1, the longer start first. */
  types?: readonly (readonly [string, DeviceType])[]
  /** What a device is that has one of these objects. */
  type?: DeviceType
}
