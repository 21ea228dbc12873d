import { loadSightings } from '../../device-records/sightings.ts'
import { keyOf } from '../../matching/lookup-keys.ts'
import { type StateAt, statesBetween } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'
import type { SightingChanges } from '../changeset/changeset.ts'
import { isFoundation } from './first-sighting.ts'
import { evidenceOfState } from './snapshot-sighting.ts'

/**
 * Sightings of a device without those of a deleted snapshot, and the keys of identifiers that no other sighting has.
 */
export async function sightingsWithout(
  db: Db,
  deleted: StateAt,
): Promise<{ sightings?: SightingChanges; gone: ReadonlySet<string> }> {
  const { deviceId } = deleted
  const { key } = evidenceOfState(deleted)
  const all = await loadSightings(db, [deviceId])
  const sighting = all.find((row) => row.key === key)
  if (!sighting) return { gone: new Set() }
  const states = await statesBetween(db, deviceId, sighting.firstAt, sighting.lastAt)
  const same = states.filter((state) => state.snapshotId !== deleted.snapshotId && evidenceOfState(state).key === key)
  const [first, last] = [same[0], same.at(-1)]
  if (first && last) {
    const touched = [{ ...sighting, firstAt: first.auditDate, lastAt: last.auditDate }]
    return { sightings: { inserted: [], touched, deleted: [] }, gone: new Set() }
  }
  const left = all.filter((row) => row !== sighting)
  const sightings = { replaced: left }
  // The evidence of an earlier release cannot be divided.
  if (left.some((row) => isFoundation(row.key))) return { sightings, gone: new Set() }
  const others = new Set(left.flatMap(({ evidence }) => evidence.map(keyOf)))
  return { sightings, gone: new Set(sighting.evidence.map(keyOf).filter((each) => !others.has(each))) }
}
