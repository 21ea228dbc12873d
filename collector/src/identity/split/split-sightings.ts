import { loadSightings, type SightingRow } from '../../device-records/sightings.ts'
import { isFoundation } from '../../devices/sightings/first-sighting.ts'
import { toldBy } from '../../devices/sightings/snapshot-sighting.ts'
import { endOfTime, type MatchedState, statesBetween } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'

/** One of the two that a device becomes. */
export type Part = { sightings: SightingRow[]; states: MatchedState[]; snapshotIds: string[] }

/** Snapshots, or sightings with theirs, that are taken out of a device. */
export type Taken = { snapshotIds: readonly string[] } | { sightingKeys: readonly string[] }

/** Later than the beginning of time as the store knows it: no snapshot is older. */
const beginning = '1970-01-01T00:00:00.000Z'

/**
 * A device's sightings and snapshots as two parts. What was seen on both sides is of both, each with the times of its
 * own snapshots. `unknown` are those of what is taken that the device does not have.
 */
export async function partsOf(
  db: Db,
  { id: deviceId, siteId }: { id: string; siteId: string },
  taken: Taken,
): Promise<{ stays: Part; goes: Part; unknown: string[] }> {
  const states = await statesBetween(db, deviceId, beginning, endOfTime)
  const shown = states.map((state) => ({ state, ...toldBy(state) }))
  const recorded = await loadSightings(db, [deviceId])
  const wanted = new Set('snapshotIds' in taken ? taken.snapshotIds : taken.sightingKeys)
  const isTaken = ({ state, key }: Shown) => wanted.has('snapshotIds' in taken ? state.snapshotId : key)
  const has = new Set([
    ...shown.flatMap(({ state, key }) => [state.snapshotId, key]),
    ...recorded.map(({ key }) => key),
  ])

  const ofSnapshots = Map.groupBy(shown, (each) => (isTaken(each) ? 'goes' : 'stays'))
  const shownKeys = new Set(shown.map(({ key }) => key))
  // What an earlier release knew stands for all snapshots together: here they speak for themselves.
  const alone = recorded.filter(({ key }) => !shownKeys.has(key) && !(shown.length > 0 && isFoundation(key)))
  const known = new Map(recorded.map((row) => [row.key, row]))
  const partOf = (side: 'goes' | 'stays'): Part => {
    const own = ofSnapshots.get(side) ?? []
    const others = new Set((ofSnapshots.get(side === 'goes' ? 'stays' : 'goes') ?? []).map(({ key }) => key))
    const rows = [...Map.groupBy(own, ({ key }) => key)].map(([key, same]) => {
      const row = others.has(key) ? undefined : known.get(key)
      return row ?? rowOf(same, { deviceId, siteId })
    })
    const bare = alone.filter(({ key }) => wanted.has(key) === (side === 'goes'))
    const states = own.map(({ state }) => state)
    return { sightings: [...rows, ...bare], states, snapshotIds: states.map(({ snapshotId }) => snapshotId) }
  }
  return { goes: partOf('goes'), stays: partOf('stays'), unknown: [...wanted].filter((each) => !has.has(each)) }
}

type Shown = { state: MatchedState } & ReturnType<typeof toldBy>

/** The sighting of snapshots that say the same, oldest first. */
function rowOf(same: readonly Shown[], of: Pick<SightingRow, 'deviceId' | 'siteId'>): SightingRow {
  const [first, last] = [same[0], same.at(-1)]
  if (!first || !last) throw new Error('a sighting of no snapshot')
  const { key, evidence, state } = first
  const { source, depth } = state
  const times = { firstAt: state.auditDate, lastAt: last.state.auditDate }
  return { ...of, key, source, depth, evidence: [...evidence], ...times, decided: false, fields: null }
}
