import type { Tx } from '../store/store.ts'
import { insertSightings, loadSightings, type SightingMark } from './sightings.ts'

type Times = Pick<SightingMark, 'key' | 'firstAt' | 'lastAt'>

/** What two devices had both been seen as, which was one while they were: each has its own again, with its own times. */
export async function restoreCommon(
  tx: Tx,
  sides: readonly { deviceId: string; had: readonly Times[]; since: readonly { key: string; at: string }[] }[],
): Promise<void> {
  const all = await loadSightings(
    tx,
    sides.map(({ deviceId }) => deviceId),
  )
  const rows = new Map(all.map((row) => [row.key, row]))
  const isCommon = (key: string) => sides.every(({ had }) => had.some((each) => each.key === key))
  await insertSightings(
    tx,
    sides.flatMap(({ deviceId, had, since }) =>
      had.flatMap(({ key, firstAt, lastAt }) => {
        const row = rows.get(key)
        if (!row || !isCommon(key)) return []
        const times = since.flatMap((each) => (each.key === key ? [each.at] : []))
        const ends = [firstAt, lastAt, ...times].sort()
        return [{ ...row, deviceId, firstAt: ends[0] ?? firstAt, lastAt: ends.at(-1) ?? lastAt }]
      }),
    ),
  )
}
