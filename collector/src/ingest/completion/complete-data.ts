import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { SnapshotData } from '@rollcall/shared/inventory/observation.ts'
import { splitVolatile, volatileFields } from '@rollcall/shared/inventory/volatile.ts'
import { type Identifying, indexOf, isOf, keysAt } from './item-keys.ts'
import type { Path } from './paths.ts'

/**
 * Returns the data with the earlier values of the parts that were not read: absent fields, and items that are absent
 * from a list. Values that were read stay. Measurements are not taken over: they were true only then.
 */
export function completeData(data: SnapshotData, before: SnapshotContent, paths: readonly Path[]): SnapshotData {
  const stable = {
    hardware: orNone(splitVolatile(before.hardware, volatileFields.hardware).stable as Hardware),
    software: before.software.length > 0 ? before.software : undefined,
    network: orNone(splitVolatile(before.network, volatileFields.network).stable as Network),
  }
  return paths.reduce<unknown>(
    (now, { fields, origin }) => completeAt(now, stable, fields, '', origin),
    data,
  ) as typeof data
}

const orNone = <T extends object>(value: T): T | undefined => (Object.keys(value).length > 0 ? value : undefined)

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldOf = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** Completes the part at the end of a path. Items of a list on the way are those of both lists. */
function completeAt(
  now: unknown,
  before: unknown,
  fields: readonly string[],
  at: string,
  origin: string | undefined,
): unknown {
  const [field, ...rest] = fields
  if (before === undefined) return now
  if (field === undefined) return complete(now, before, at, origin)
  if (Array.isArray(now) && Array.isArray(before)) {
    return mergeLists(now, before, at, { complete: (item, earlier) => completeAt(item, earlier, fields, at, origin) })
  }
  if (!isFields(before) || (now !== undefined && !isFields(now))) return now
  const part = completeAt(
    fieldOf(now, field),
    fieldOf(before, field),
    rest,
    at === '' ? field : `${at}.${field}`,
    origin,
  )
  return part === undefined ? now : { ...now, [field]: part }
}

function complete(now: unknown, before: unknown, at: string, origin?: string): unknown {
  if (Array.isArray(before) && (now === undefined || Array.isArray(now))) {
    return mergeLists(now ?? [], before, at, {
      isAdded: (item) => isOf(item, origin),
      complete: (...both) => complete(...both, at),
    })
  }
  if (now === undefined) return before
  if (!isFields(now) || !isFields(before)) return now
  const filled = Object.keys(before).map((name) => [
    name,
    complete(fieldOf(now, name), before[name], at === '' ? name : `${at}.${name}`),
  ])
  return { ...now, ...Object.fromEntries(filled) }
}

type Merge = {
  /** Decides which of the items that are absent now are taken over; none if absent. */
  isAdded?: (item: Identifying) => boolean
  complete: (now: unknown, before: unknown) => unknown
}

/** Merges two lists by the keys of their items. A list without keys is taken over as a whole, if there is none now. */
function mergeLists(now: readonly unknown[], before: readonly unknown[], at: string, merge: Merge): readonly unknown[] {
  const keys = keysAt(at)
  if (!keys) return now.length === 0 && merge.isAdded ? before : now
  const find = indexOf(now as Identifying[], keys)
  const completed = new Map<unknown, unknown>()
  const added: unknown[] = []
  for (const item of before as Identifying[]) {
    const same = find(item)
    if (same === undefined) {
      if (merge.isAdded?.(item)) added.push(item)
    } else if (!completed.has(same)) completed.set(same, merge.complete(same, item))
  }
  return [...now.map((item) => completed.get(item) ?? item), ...added]
}
