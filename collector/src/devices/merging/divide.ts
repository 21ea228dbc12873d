import type { CustomFields } from '@rollcall/shared/api/device.ts'
import type { KnownIdentifier } from '../../reconciliation/compare.ts'
import { evidenceOf } from '../../reconciliation/evidence.ts'
import type { Identifier } from '../../reconciliation/identifiers.ts'
import { reconcile } from '../../reconciliation/identify.ts'
import type { identitiesOf } from '../../snapshots/reassign.ts'
import type { KeptDevice, KeptMerge } from '../../store/schema/merges.ts'
import type { DeviceRow } from '../load.ts'
import { identifierKey, unite } from './unite.ts'

/** A snapshot that came to the survivor after the merge. */
type Later = Awaited<ReturnType<typeof identitiesOf>>[number]

type Divided = {
  survivor: KeptDevice
  other: KeptDevice
  /** Snapshots since the merge that are the other's. */
  ofOther: string[]
}

type Side = { kept: KeptDevice; known: Map<string, KnownIdentifier>; later: Later[]; shown: Set<string> }

/**
 * The two devices that a merge had made one, as they were and with what came since: each later snapshot goes to the
 * one whose evidence it carries, and to the survivor where it carries neither's. What people have entered since stays
 * with the survivor. States, audited fields and installations are left as they were.
 */
export function divide(kept: KeptMerge, now: KeptDevice, later: readonly Later[]): Divided {
  const [ours, theirs] = assign(kept, later)
  const united = unite(kept.survivor, kept.other).device
  const broughtTags = new Set(kept.other.tagIds.filter((id) => !kept.survivor.tagIds.includes(id)))
  const survivor = withIdentifiers(ours, now, theirs, true)
  return {
    survivor: {
      ...survivor,
      row: { ...survivor.row, ...restored(kept.survivor.row, united.row, now.row) },
      tagIds: now.tagIds.filter((id) => !broughtTags.has(id)),
    },
    other: withIdentifiers(theirs, now, ours, false),
    ofOther: theirs.later.map(({ id }) => id),
  }
}

/** Oldest first, each by what is known of the two until then: a device that was renamed since is still followed. */
function assign(kept: KeptMerge, later: readonly Later[]): [ours: Side, theirs: Side] {
  const [ours, theirs] = [sideOf(kept.survivor), sideOf(kept.other)]
  const candidates = [ours, theirs].map(({ kept: { row }, known }) => ({ deviceId: row.id, known }))
  for (const snapshot of later) {
    const { source, identity, report, auditDate } = snapshot
    const evidence = evidenceOf({ source, identity, dnsName: report.dnsName })
    const { deviceId } = reconcile(
      evidence,
      candidates.map((candidate) => ({ ...candidate, identifiers: [...candidate.known.values()] })),
    )
    const side = deviceId === theirs.kept.row.id ? theirs : ours
    side.later.push(snapshot)
    for (const { kind, value } of evidence) {
      side.known.set(identifierKey({ kind, value }), { kind, value, lastSeen: auditDate })
      side.shown.add(identifierKey({ kind, value }))
    }
  }
  return [ours, theirs]
}

const sideOf = (kept: KeptDevice): Side => ({
  kept,
  known: new Map(kept.identifiers.map((row) => [identifierKey(row), row])),
  later: [],
  shown: new Set(),
})

/** A device with its identifiers: those it had, brought up to date, and of those learned since its own. */
function withIdentifiers(side: Side, now: KeptDevice, other: Side, takesRest: boolean): KeptDevice {
  const { kept, later, shown } = side
  const own = new Map(kept.identifiers.map((row) => [identifierKey(row), row]))
  const others = new Set(other.kept.identifiers.map(identifierKey))
  for (const row of now.identifiers) {
    const key = identifierKey(row)
    const before = own.get(key)
    const isRest = takesRest && !others.has(key) && !other.shown.has(key)
    if (before ? shown.has(key) || !others.has(key) : shown.has(key) || isRest) own.set(key, newer(before, row))
  }
  const identifiers = [...own.values()]
  const times = [
    kept.row,
    ...identifiers,
    ...later.map(({ auditDate }) => ({ firstSeen: auditDate, lastSeen: auditDate })),
  ]
  const firstSeen = times.map((time) => time.firstSeen).reduce((a, b) => (a < b ? a : b))
  const lastSeen = times.map((time) => time.lastSeen).reduce((a, b) => (a > b ? a : b))
  return { ...kept, row: { ...kept.row, firstSeen, lastSeen }, identifiers }
}

const newer = (before: Identifier | undefined, now: Identifier): Identifier =>
  before && before.lastSeen >= now.lastSeen ? before : { ...now, firstSeen: before?.firstSeen ?? now.firstSeen }

/** What the merge had changed and nobody since, as it was before; what was changed since as it is. */
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
