import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'

/** Fields that a vendor's private objects can fill. */
export const vendorFields = ['manufacturer', 'model', 'serialNumber', 'firmwareVersion'] as const
export type VendorField = (typeof vendorFields)[number]

/**
 * Position of a value. `1.3.6.1.4.1.318.1.0` is one object, `1.3.6.1.4.1.318.1.*` the first row of a column, and
 * `.1.5.0` an object below the device's own sysObjectID, for manufacturers whose products have equal subtrees.
 */
export type ObjectPath = string

/** `match` extracts its first group from the text; a text that does not match has no value. */
export type VendorObject =
  | ObjectPath
  | { at: ObjectPath; match: RegExp }
  /** One value that the MIB splits over several objects. */
  | { parts: readonly ObjectPath[]; separator: string }

/** A vendor's form of sysDescr: the groups `model`, `serialNumber`, `version` and `os` name their content. */
type DescriptionForm = { form: RegExp; type?: DeviceType }

/**
 * The private MIBs of one vendor: one file each, listed in `all.ts`. It applies to a device whose sysObjectID, or any
 * private object, is below one of the vendor's enterprise numbers.
 */
export type Vendor = {
  /**
   * Name as in `manufacturers.ts`, or the vendor's own short name. The manufacturer of a device comes from there or from
   * IANA's registry; this name only fills a gap.
   */
  name: string
  /** Private enterprise numbers. */
  enterprises: readonly number[]
  /** Objects of each field; the first with text wins. */
  objects?: Partial<Record<VendorField, readonly VendorObject[]>>
  descriptions?: readonly DescriptionForm[]
  /** Models by the sysObjectID after 1.3.6.1.4.1, for products without a better object. */
  products?: Readonly<Record<string, string>>
  /** Types by the start of the sysObjectID after 1.3.6.1.4.1, longer prefixes first. */
  types?: readonly (readonly [string, DeviceType])[]
  /** Type of a device that has one of these objects. */
  type?: DeviceType
}

/** Forms that values of private objects have; agents also put names of parts and empty texts there. */
const shapes: Record<VendorField, RegExp> = {
  manufacturer: /^(.{2,64})$/,
  model: /^(?=.*\w\w)(.{2,64})$/,
  serialNumber: /^(?=.*\d)(\w[\w ./:-]{2,39})$/,
  firmwareVersion: /^(?=.*\d)(.{1,80})$/,
}

/**
 * Returns a vendor whose objects stand below one node, for lists with one line per vendor: `node` follows 1.3.6.1.4.1,
 * and the fields name the rest of their object.
 */
export const vendorAt = (
  name: string,
  enterprise: number,
  node: string,
  fields: Partial<Record<VendorField, string>>,
  more: Pick<Vendor, 'type' | 'descriptions' | 'types'> = {},
): Vendor => ({
  name,
  enterprises: [enterprise],
  objects: Object.fromEntries(
    vendorFields.flatMap((field) => {
      const rest = fields[field]
      return rest === undefined ? [] : [[field, [{ at: `1.3.6.1.4.1.${node}.${rest}`, match: shapes[field] }]]]
    }),
  ),
  ...more,
})
