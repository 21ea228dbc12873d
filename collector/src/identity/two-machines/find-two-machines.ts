import type { SightingRow } from '../../device-records/sightings.ts'
import { evidenceOfState } from '../../devices/sightings/snapshot-sighting.ts'
import { faceOf, type Relation, relateSightings } from '../../matching/relate-sightings.ts'
import { statesBetween } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'
import { countedSightings } from '../junk/counted-evidence.ts'

/** A device that two machines may use. `key` limits the check to the pairs of one sighting. */
export type Suspect = { deviceId: string; key?: string }

type Pair = { deviceId: string; relation: Exclude<Relation, 'one'>; rows: readonly [SightingRow, SightingRow] }

/** Two sightings of a device that show two machines. */
type Twins = Pair & { relation: Exclude<Relation, 'one' | 'enclosing'> }

/**
 * Finds the sightings that show two machines, the last seen first. Two that a person assigned to the device are of one
 * machine, whatever cards and addresses it uses later.
 */
export async function findTwoMachines(db: Db, siteId: string, suspects: readonly Suspect[]): Promise<Twins[]> {
  const twins: Twins[] = []
  for (const pair of await findPairs(db, siteId, suspects)) {
    const { relation } = pair
    if (relation !== 'enclosing') twins.push({ ...pair, relation })
    else if (await hasReturned(db, pair)) twins.push({ ...pair, relation: 'doubtful' })
  }
  return twins
}

async function findPairs(db: Db, siteId: string, suspects: readonly Suspect[]): Promise<Pair[]> {
  if (suspects.length === 0) return []
  const ofDevices = Map.groupBy(suspects, ({ deviceId }) => deviceId)
  const byDevice = await countedSightings(db, siteId, [...ofDevices.keys()])
  return [...ofDevices].flatMap(([deviceId, ofDevice]) => {
    const audits = (byDevice.get(deviceId) ?? []).sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
    const isWhole = ofDevice.some(({ key }) => key === undefined)
    const relate = relateSightings(audits)
    const decided = audits.filter((row) => row.decided)
    const decidedFaces = new Set(decided.map(faceOf))
    const looks = Map.groupBy(decided, lookOf)
    const isDecided = (a: SightingRow, b: SightingRow) => {
      if (a.decided && b.decided) return true
      if (lookOf(a) === lookOf(b)) return (looks.get(lookOf(a))?.length ?? 0) > 1
      const [faceA, faceB] = [faceOf(a), faceOf(b)]
      return faceA !== faceB && decidedFaces.has(faceA) && decidedFaces.has(faceB)
    }
    return audits.flatMap((a, index) =>
      audits.slice(index + 1).flatMap((b): Pair[] => {
        if (isDecided(a, b)) return []
        if (!isWhole && !ofDevice.some(({ key }) => key === a.key || key === b.key)) return []
        const relation = relate(a, b)
        return relation === 'one' ? [] : [{ deviceId, relation, rows: [a, b] }]
      }),
    )
  })
}

/** All but the addresses. Two decided sightings of one look are of one machine, and so are others at any address. */
const lookOf = (row: SightingRow): string =>
  [faceOf(row), ...row.evidence.flatMap(({ kind, value }) => (kind === 'mac' ? [value] : []))].join('\n')

/** Maximum number of snapshots to read for one pair. */
const snapshotsMax = 64

/**
 * Reports whether the machine that was seen first and last was also seen between two sightings of the other. Sightings
 * have only their first and last times, and observations may come in any order.
 */
async function hasReturned(db: Db, { deviceId, rows: [a, b] }: Pair): Promise<boolean> {
  const [outer, inner] = a.firstAt < b.firstAt ? [a, b] : [b, a]
  const between = await statesBetween(db, deviceId, inner.firstAt, inner.lastAt, snapshotsMax)
  return between.some((state) => evidenceOfState(state).key === outer.key)
}
