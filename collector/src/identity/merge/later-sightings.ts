import type { Evidence, MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { SightingRow } from '../../device-records/sightings.ts'
import { toldBy } from '../../devices/sightings/snapshot-sighting.ts'
import type { KnownIdentifier } from '../../matching/candidates.ts'
import { reconcile } from '../../matching/choose-device.ts'
import { statesOf } from '../../snapshots/read/as-of.ts'
import type { KeptMerge } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'
import { countingOn } from '../junk/counted-evidence.ts'
import { identifierKey } from './merge-fields.ts'

/** A snapshot that came to the survivor after a merge, or a sighting that left none. */
export type Later = {
  snapshotId: string | undefined
  key: string
  at: string
  /** Evidence that counts on the site. */
  evidence: readonly Evidence[]
}

/** Oldest first. */
export async function laterOf(
  db: Db,
  siteId: string,
  kept: KeptMerge,
  snapshotIds: readonly string[],
  sightings: readonly SightingRow[],
): Promise<Later[]> {
  const shown = (await statesOf(db, snapshotIds)).map((state) => ({
    ...toldBy(state),
    snapshotId: state.snapshotId,
    at: state.auditDate,
  }))
  const known = new Set([...keysOf(kept, 'survivor'), ...keysOf(kept, 'other'), ...shown.map(({ key }) => key)])
  const bare = sightings
    .filter(({ key }) => !known.has(key))
    .map(({ key, evidence, firstAt }) => ({ key, evidence, snapshotId: undefined, at: firstAt }))
  const all = [...shown, ...bare].sort((a, b) => (a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? -1 : 1))
  const counted = await countingOn(
    db,
    siteId,
    all.flatMap(({ evidence }) => evidence),
  )
  return all.map((each) => ({ ...each, evidence: counted(each.evidence) }))
}

const keysOf = ({ sightings }: KeptMerge, side: 'survivor' | 'other'): string[] =>
  sightings?.[side].map(({ key }) => key) ?? []

type Side = { id: string; keys: Set<string>; known: Map<string, KnownIdentifier>; assigned: Assigned[] }

const sideOf = (kept: KeptMerge, side: 'survivor' | 'other'): Side => ({
  id: kept[side].row.id,
  keys: new Set(keysOf(kept, side)),
  known: new Map(kept[side].identifiers.map((row) => [identifierKey(row), row])),
  assigned: [],
})

/** A later snapshot or sighting with the reason why it is of one of the two. */
export type Assigned = Later & { reason: MatchReason }

/**
 * Each goes to the one that was seen with just that before, else to the one whose evidence it carries, by what is known
 * of the two until then: a device that was renamed since is still followed. What carries neither's is the survivor's.
 */
export function assignLater(kept: KeptMerge, later: readonly Later[]): { ours: Assigned[]; theirs: Assigned[] } {
  const [ours, theirs] = [sideOf(kept, 'survivor'), sideOf(kept, 'other')]
  const sides = [ours, theirs]
  for (const item of later) {
    const isOf = sides.filter(({ keys }) => keys.has(item.key))
    const { deviceId, reason } = reconcile(
      item.evidence,
      sides.map(({ id, known }) => ({ deviceId: id, identifiers: [...known.values()] })),
      isOf.length === 1 ? isOf[0]?.id : undefined,
    )
    const side = deviceId === theirs.id ? theirs : ours
    if (isOf.length === 0) side.keys.add(item.key)
    side.assigned.push({ ...item, reason })
    for (const { kind, value } of item.evidence)
      side.known.set(identifierKey({ kind, value }), { kind, value, lastSeen: item.at })
  }
  return { ours: ours.assigned, theirs: theirs.assigned }
}
