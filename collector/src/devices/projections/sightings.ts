import {
  deleteSightings,
  insertSightings,
  replaceSightings,
  type SightingRow,
  type SightingSummary,
  touchSeenAgain,
  touchSightings,
} from '../../device-records/sightings.ts'
import type { DeviceChangeset } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Writes the sightings of devices. */
export const sightings: Projection = {
  async apply(tx, changesets) {
    const replaced = new Map(
      changesets.flatMap(({ deviceId, sightings: each }) =>
        each && 'replaced' in each ? [[deviceId, each.replaced] as const] : [],
      ),
    )
    if (replaced.size > 0) await replaceSightings(tx, replaced)
    const { inserted, touched, deleted } = lastChanges(changesets)
    await deleteSightings(tx, deleted)
    await insertSightings(tx, inserted)
    await touchSightings(tx, touched)
  },
  async touch(tx, snapshots) {
    const seen = snapshots.map(({ deviceId, sightingKey: key, auditDate: lastAt }) => ({ deviceId, key, lastAt }))
    await touchSeenAgain(tx, seen)
  },
}

type Last = { inserted: SightingRow } | { touched: SightingSummary } | { deleted: SightingSummary }

/** The last change of each sighting. */
function lastChanges(changesets: readonly DeviceChangeset[]) {
  const last = new Map<string, Last>()
  const keyOf = ({ deviceId, key }: Pick<SightingSummary, 'deviceId' | 'key'>) => `${deviceId} ${key}`
  for (const { sightings: each } of changesets) {
    if (!each || 'replaced' in each) continue
    for (const row of each.deleted) last.set(keyOf(row), { deleted: row })
    for (const row of each.inserted) last.set(keyOf(row), { inserted: row })
    for (const row of each.touched) {
      const before = last.get(keyOf(row))
      last.set(
        keyOf(row),
        before && 'inserted' in before ? { inserted: { ...before.inserted, ...row } } : { touched: row },
      )
    }
  }
  const all = [...last.values()]
  return {
    inserted: all.flatMap((each) => ('inserted' in each ? [each.inserted] : [])),
    touched: all.flatMap((each) => ('touched' in each ? [each.touched] : [])),
    deleted: all.flatMap((each) => ('deleted' in each ? [each.deleted] : [])),
  }
}
