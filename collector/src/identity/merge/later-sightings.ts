import type { Evidence, MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { SightingRow } from '../../device-records/sightings.ts'
import { evidenceOfState } from '../../devices/sightings/snapshot-sighting.ts'
import type { StoredIdentifier } from '../../matching/candidates.ts'
import { reconcile } from '../../matching/choose-device.ts'
import { statesOf } from '../../snapshots/read/as-of.ts'
import type { UnmergeData } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'
import { withCounted } from '../junk/counted-evidence.ts'
import { identifierKey } from './merge-fields.ts'

/** A snapshot that the survivor got after a merge, or a sighting without a snapshot. */
export type Later = {
  snapshotId: string | undefined
  key: string
  at: string
  /** Evidence that counts on the site. */
  evidence: readonly Evidence[]
}

/** Snapshots and sightings after a merge, oldest first. */
export async function laterOf(
  db: Db,
  siteId: string,
  merge: UnmergeData,
  snapshotIds: readonly string[],
  sightings: readonly SightingRow[],
): Promise<Later[]> {
  const shown = (await statesOf(db, snapshotIds)).map((state) => ({
    ...evidenceOfState(state),
    snapshotId: state.snapshotId,
    at: state.auditDate,
  }))
  const earlier = new Set([...keysOf(merge, 'survivor'), ...keysOf(merge, 'other'), ...shown.map(({ key }) => key)])
  const bare = sightings
    .filter(({ key }) => !earlier.has(key))
    .map(({ key, evidence, firstAt }) => ({ key, evidence, snapshotId: undefined, at: firstAt }))
  const all = [...shown, ...bare].sort((a, b) => (a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? -1 : 1))
  return withCounted(db, siteId, all)
}

const keysOf = ({ sightings }: UnmergeData, side: 'survivor' | 'other'): string[] =>
  sightings?.[side].map(({ key }) => key) ?? []

type Side = { id: string; keys: Set<string>; identifiers: Map<string, StoredIdentifier>; assigned: Assigned[] }

const sideOf = (merge: UnmergeData, side: 'survivor' | 'other'): Side => ({
  id: merge[side].row.id,
  keys: new Set(keysOf(merge, side)),
  identifiers: new Map(merge[side].identifiers.map((row) => [identifierKey(row), row])),
  assigned: [],
})

/** A later snapshot or sighting with the reason for its side. */
export type Assigned = Later & { reason: MatchReason }

/**
 * Assigns each later sighting to the side last seen with exactly this evidence, or else to the side whose evidence it
 * carries at that time, so that a device renamed since is still followed. Any other sighting is assigned to the
 * survivor.
 */
export function assignLater(merge: UnmergeData, later: readonly Later[]): { ours: Assigned[]; theirs: Assigned[] } {
  const [ours, theirs] = [sideOf(merge, 'survivor'), sideOf(merge, 'other')]
  const sides = [ours, theirs]
  for (const item of later) {
    const isOf = sides.filter(({ keys }) => keys.has(item.key))
    const { deviceId, reason } = reconcile(
      item.evidence,
      sides.map(({ id, identifiers }) => ({ deviceId: id, identifiers: [...identifiers.values()] })),
      isOf.length === 1 ? isOf[0]?.id : undefined,
    )
    const side = deviceId === theirs.id ? theirs : ours
    if (isOf.length === 0) side.keys.add(item.key)
    side.assigned.push({ ...item, reason })
    for (const each of item.evidence) side.identifiers.set(identifierKey(each), { ...each, lastSeen: item.at })
  }
  return { ours: ours.assigned, theirs: theirs.assigned }
}
