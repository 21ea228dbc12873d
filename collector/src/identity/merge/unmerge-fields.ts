import type { CustomFields } from '@rollcall/shared/api/device.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { Identifier } from '../../matching/update-identifiers.ts'
import type { UnmergeData, WholeDevice } from '../../store/schema/merges.ts'
import type { Later } from './later-sightings.ts'
import { identifierKey, mergeWholeDevices } from './merge-fields.ts'

type RestoredDevices = { survivor: WholeDevice; other: WholeDevice }

type Side = { earlier: WholeDevice; later: readonly Later[]; shown: Set<string> }

/**
 * Restores the two devices of a merge, each with its later records. Edits since the merge stay with the survivor.
 * States, audited fields and installations are left as they were.
 */
export function unmergeFields(
  before: UnmergeData,
  now: WholeDevice,
  later: { ours: readonly Later[]; theirs: readonly Later[] },
): RestoredDevices {
  const [ours, theirs] = [sideOf(before.survivor, later.ours), sideOf(before.other, later.theirs)]
  const united = mergeWholeDevices(before.survivor, before.other).device
  const broughtTags = new Set(before.other.tagIds.filter((id) => !before.survivor.tagIds.includes(id)))
  const survivor = withIdentifiers(ours, now, theirs, true)
  return {
    survivor: {
      ...survivor,
      row: { ...survivor.row, ...restored(before.survivor.row, united.row, now.row) },
      tagIds: now.tagIds.filter((id) => !broughtTags.has(id)),
    },
    other: withIdentifiers(theirs, now, ours, false),
  }
}

const sideOf = (before: WholeDevice, later: readonly Later[]): Side => ({
  earlier: before,
  later,
  shown: new Set(later.flatMap(({ evidence }) => evidence.map(identifierKey))),
})

/** A device with its identifiers: its earlier ones, updated, and its own of those learned since. */
function withIdentifiers(side: Side, now: WholeDevice, other: Side, takesRest: boolean): WholeDevice {
  const { earlier, later, shown } = side
  const own = new Map(earlier.identifiers.map((row) => [identifierKey(row), row]))
  const others = new Set(other.earlier.identifiers.map(identifierKey))
  for (const row of now.identifiers) {
    const key = identifierKey(row)
    const before = own.get(key)
    const isRest = takesRest && !others.has(key) && !other.shown.has(key)
    if (before ? shown.has(key) || !others.has(key) : shown.has(key) || isRest) own.set(key, newer(before, row))
  }
  const identifiers = [...own.values()]
  const times = [earlier.row, ...identifiers, ...later.map(({ at }) => ({ firstSeen: at, lastSeen: at }))]
  const firstSeen = times.map((time) => time.firstSeen).reduce((a, b) => (a < b ? a : b))
  const lastSeen = times.map((time) => time.lastSeen).reduce((a, b) => (a > b ? a : b))
  return { ...earlier, row: { ...earlier.row, firstSeen, lastSeen }, identifiers }
}

const newer = (before: Identifier | undefined, now: Identifier): Identifier =>
  before && before.lastSeen >= now.lastSeen ? before : { ...now, firstSeen: before?.firstSeen ?? now.firstSeen }

/** Restores fields that only the merge changed. Fields changed since stay as they are. */
function restored(before: DeviceRow, united: DeviceRow, now: DeviceRow) {
  const back = <Field extends 'assetTag' | 'auditScheduleId' | 'lastSegmentId'>(field: Field): DeviceRow[Field] =>
    now[field] === united[field] ? before[field] : now[field]
  return {
    assetTag: back('assetTag'),
    auditScheduleId: back('auditScheduleId'),
    lastSegmentId: back('lastSegmentId'),
    customFields: restoredFields(before.customFields, united.customFields, now.customFields),
  }
}

function restoredFields(before: CustomFields, united: CustomFields, now: CustomFields): CustomFields {
  return Object.fromEntries(
    Object.entries(now).flatMap(([key, value]) => {
      if (value !== united[key]) return [[key, value] as const]
      return Object.hasOwn(before, key) ? [[key, before[key] as typeof value] as const] : []
    }),
  )
}
