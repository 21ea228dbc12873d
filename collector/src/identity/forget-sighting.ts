import { keyOf } from '../reconciliation/lookup-keys.ts'
import { type StateAt, statesBetween } from '../snapshots/as-of.ts'
import type { Tx } from '../store/store.ts'
import { isFoundation } from './foundation.ts'
import { deleteSightings, forgetTraces, insertSightings, loadSightings } from './sightings.ts'
import { toldBy } from './told-by.ts'

/**
 * For a snapshot that was deleted: where no other of its device says the same, that was never seen. Tells by their keys
 * the identifiers that nothing else was seen with.
 */
export async function forgetSighting(tx: Tx, deleted: StateAt): Promise<ReadonlySet<string>> {
  const { deviceId } = deleted
  const { key } = toldBy(deleted)
  const all = await loadSightings(tx, [deviceId])
  const sighting = all.find((row) => row.key === key)
  if (!sighting) return new Set()
  const states = await statesBetween(tx, deviceId, sighting.firstAt, sighting.lastAt)
  const same = states.filter((state) => toldBy(state).key === key)
  const [first, last] = [same[0], same.at(-1)]
  if (first && last) {
    await insertSightings(tx, [{ ...sighting, firstAt: first.auditDate, lastAt: last.auditDate }])
    return new Set()
  }
  const left = all.filter((row) => row !== sighting)
  await deleteSightings(tx, [sighting])
  await forgetTraces(tx, deviceId)
  await insertSightings(tx, left)
  // What an earlier release knew of it cannot be told apart.
  if (left.some((row) => isFoundation(row.key))) return new Set()
  const told = new Set(left.flatMap(({ evidence }) => evidence.map(keyOf)))
  return new Set(sighting.evidence.map(keyOf).filter((each) => !told.has(each)))
}
