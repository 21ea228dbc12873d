import type { SightingMark, SightingRow } from '../../device-records/sightings.ts'

type Side = {
  deviceId: string
  /** Sightings that the device had before the merge. */
  had: readonly Pick<SightingMark, 'key' | 'firstAt' | 'lastAt'>[]
  since: readonly { key: string; at: string }[]
  /** Whether a sighting of the merged device is this one's. */
  isOwn: (key: string) => boolean
}

/**
 * Sightings of a merged device as those of the two that it was. What both had been seen as is of both again, each with
 * its own times.
 */
export function commonSightings(rows: readonly SightingRow[], sides: readonly Side[]): Map<string, SightingRow[]> {
  const isCommon = (key: string) => sides.every(({ had }) => had.some((each) => each.key === key))
  return new Map(
    sides.map(({ deviceId, had, since, isOwn }) => [
      deviceId,
      rows.flatMap((row) => {
        const before = had.find(({ key }) => key === row.key)
        if (!before || !isCommon(row.key)) return isOwn(row.key) ? [{ ...row, deviceId }] : []
        const times = since.flatMap(({ key, at }) => (key === row.key ? [at] : []))
        const ends = [before.firstAt, before.lastAt, ...times].sort()
        return [{ ...row, deviceId, firstAt: ends[0] ?? before.firstAt, lastAt: ends.at(-1) ?? before.lastAt }]
      }),
    ]),
  )
}
