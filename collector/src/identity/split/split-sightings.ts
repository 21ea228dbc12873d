import { loadSightings, type SightingRow } from '../../device-records/sightings.ts'
import { isFoundation } from '../../devices/sightings/first-sighting.ts'
import { evidenceOfState } from '../../devices/sightings/snapshot-sighting.ts'
import { endOfTime, type MatchedState, statesBetween } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'

/** One of the two devices that a split makes. */
export type Part = { sightings: SightingRow[]; states: MatchedState[]; snapshotIds: string[] }

/** Snapshots, or sightings with their snapshots, to be taken out of a device. */
export type Taken = { snapshotIds: readonly string[] } | { sightingKeys: readonly string[] }

/** The earliest time of the store: no snapshot is older. */
const beginning = '1970-01-01T00:00:00.000Z'

/**
 * Splits a device's sightings and snapshots into two parts. A sighting on both sides is in both parts, each with the
 * times of its own snapshots. `unknown` lists requested items that the device does not have.
 */
export async function partsOf(
  db: Db,
  { id: deviceId, siteId }: { id: string; siteId: string },
  taken: Taken,
): Promise<{ stays: Part; goes: Part; unknown: string[] }> {
  const states = await statesBetween(db, deviceId, beginning, endOfTime)
  const shown = states.map((state) => ({ state, ...evidenceOfState(state) }))
  const recorded = await loadSightings(db, [deviceId])
  const wanted = new Set('snapshotIds' in taken ? taken.snapshotIds : taken.sightingKeys)
  const isTaken = ({ state, key }: Shown) => wanted.has('snapshotIds' in taken ? state.snapshotId : key)
  const has = new Set([
    ...shown.flatMap(({ state, key }) => [state.snapshotId, key]),
    ...recorded.map(({ key }) => key),
  ])

  const ofSnapshots = Map.groupBy(shown, (each) => (isTaken(each) ? 'goes' : 'stays'))
  const shownKeys = new Set(shown.map(({ key }) => key))
  // The sighting of an earlier release represents all snapshots together. Here each snapshot has its own.
  const alone = recorded.filter(({ key }) => !shownKeys.has(key) && !(shown.length > 0 && isFoundation(key)))
  const existing = new Map(recorded.map((row) => [row.key, row]))
  const partOf = (side: 'goes' | 'stays'): Part => {
    const own = ofSnapshots.get(side) ?? []
    const others = new Set((ofSnapshots.get(side === 'goes' ? 'stays' : 'goes') ?? []).map(({ key }) => key))
    const rows = [...Map.groupBy(own, ({ key }) => key)].map(([key, same]) => {
      const row = others.has(key) ? undefined : existing.get(key)
      return row ?? rowOf(same, { deviceId, siteId })
    })
    const bare = alone.filter(({ key }) => wanted.has(key) === (side === 'goes'))
    const states = own.map(({ state }) => state)
    return { sightings: [...rows, ...bare], states, snapshotIds: states.map(({ snapshotId }) => snapshotId) }
  }
  return { goes: partOf('goes'), stays: partOf('stays'), unknown: [...wanted].filter((each) => !has.has(each)) }
}

type Shown = { state: MatchedState } & ReturnType<typeof evidenceOfState>

/** One sighting for snapshots with the same evidence, oldest first. */
function rowOf(same: readonly Shown[], of: Pick<SightingRow, 'deviceId' | 'siteId'>): SightingRow {
  const [first, last] = [same[0], same.at(-1)]
  if (!first || !last) throw new Error('a sighting of no snapshot')
  const { key, evidence, state } = first
  const { source, depth } = state
  const times = { firstAt: state.auditDate, lastAt: last.state.auditDate }
  return { ...of, key, source, depth, evidence: [...evidence], ...times, decided: false, fields: null }
}
