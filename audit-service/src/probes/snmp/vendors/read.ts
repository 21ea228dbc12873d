import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { isEmptyText } from '../empty-text.ts'
import { enterpriseOf } from '../mibs/enterprises.ts'
import { formatOid, type Oid, oid, startsWith } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes, type Varbind } from '../varbind.ts'
import { type ObjectPath, type Vendor, type VendorField, type VendorObject, vendorFields } from './vendor.ts'

/** A value with its object. */
type Sourced = { value: string; source: string }
export type VendorFacts = Partial<Record<VendorField, Sourced>> & {
  type?: DeviceType
  /** Vendor of the objects. */
  vendor?: Sourced
}

/** Reads the private objects of the vendors whose enterprise numbers the device has. */
export async function readVendors(
  reader: SnmpReader,
  known: readonly Vendor[],
  enterprises: readonly number[],
  objectId: Oid | undefined,
): Promise<VendorFacts> {
  const facts: VendorFacts = {}
  for (const vendor of known.filter((one) => one.enterprises.some((number) => enterprises.includes(number)))) {
    // Paths relative to sysObjectID apply only if it is below the vendor's own number.
    const own = objectId && vendor.enterprises.includes(enterpriseOf(objectId) ?? -1) ? objectId : undefined
    const found = await readPaths(reader, pathsOf(vendor), own)
    for (const field of vendorFields) {
      const values = (vendor.objects?.[field] ?? []).map((object) => sourced(object, found))
      const value = values.find((one) => one !== undefined)
      if (value) facts[field] ??= value
    }
    const [first] = [...found.values()].filter((varbind) => asText(varbind) !== undefined)
    if (vendor.type === undefined || first === undefined) continue
    facts.type ??= vendor.type
    facts.vendor ??= { value: vendor.name, source: formatOid(first.oid) }
  }
  return facts
}

const pathsIn = (object: VendorObject): readonly ObjectPath[] =>
  typeof object === 'string' ? [object] : 'at' in object ? [object.at] : object.parts

const pathsOf = ({ objects = {} }: Vendor): ObjectPath[] => [
  ...new Set(vendorFields.flatMap((field) => (objects[field] ?? []).flatMap(pathsIn))),
]

async function readPaths(reader: SnmpReader, paths: readonly ObjectPath[], own: Oid | undefined) {
  const found = new Map<ObjectPath, Varbind>()
  const wanted = paths.flatMap((path) => {
    const isColumn = path.endsWith('.*')
    const at = resolved(isColumn ? path.slice(0, -2) : path, own)
    return at ? [{ path, at, isColumn }] : []
  })
  const objects = wanted.filter(({ isColumn }) => !isColumn)
  const varbinds = objects.length > 0 ? await reader.get(objects.map(({ at }) => at)) : []
  objects.forEach(({ path }, i) => {
    const varbind = varbinds[i]
    if (varbind) found.set(path, varbind)
  })
  for (const { path, at } of wanted.filter(({ isColumn }) => isColumn)) {
    const first = await reader.next(at)
    if (first && startsWith(first.oid, at)) found.set(path, first)
  }
  return found
}

const resolved = (path: ObjectPath, own: Oid | undefined): Oid | undefined =>
  path.startsWith('.') ? own && [...own, ...path.slice(1).split('.').map(Number)] : oid(path)

function sourced(object: VendorObject, found: ReadonlyMap<ObjectPath, Varbind>): Sourced | undefined {
  const varbinds = pathsIn(object).map((path) => found.get(path))
  const [first] = varbinds
  const texts = varbinds.flatMap((varbind) => textOf(varbind) ?? [])
  if (first === undefined || texts.length < varbinds.length) return undefined
  const text = texts.join(typeof object === 'object' && 'parts' in object ? object.separator : '')
  const value = typeof object === 'object' && 'at' in object ? object.match.exec(text)?.[1]?.trim() : text
  return value === undefined || isEmptyText(value) ? undefined : { value, source: formatOid(first.oid) }
}

/**
 * Returns the text of a value. Some vendors store serial and version numbers as integers, where 0 means none; other
 * types have no value.
 */
function textOf(varbind: Varbind | undefined): string | undefined {
  if (typeof varbind?.value === 'number') return varbind.value > 0 ? String(varbind.value) : undefined
  const bytes = asBytes(varbind)
  return bytes !== undefined && !controls.test(withoutFill(bytes)) ? asText(varbind) : undefined
}

/** Removes the NUL or space padding of a fixed-size field; an agent may send 64 KB of it. */
function withoutFill(bytes: Buffer): string {
  const end = bytes.findLastIndex((byte) => !isFill(byte)) + 1
  return bytes.toString('latin1', 0, end)
}

const isFill = (byte: number) => byte === 0 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

// biome-ignore lint/suspicious/noControlCharactersInRegex: octets such as those of an address are looked for
const controls = /[\x00-\x08\x0e-\x1f]/
