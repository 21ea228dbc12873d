import type { SightingRow, SightingSummary } from '../../device-records/sightings.ts'

type Side = {
  deviceId: string
  /** Sightings that the device had before the merge. */
  had: readonly Pick<SightingSummary, 'key' | 'firstAt' | 'lastAt'>[]
  since: readonly { key: string; at: string }[]
  /** Reports whether a sighting of the merged device belongs to this side. */
  isOwn: (key: string) => boolean
}

/**
 * Splits the sightings of a merged device between its two sides. A sighting that both had before is on both sides, each
 * with its own times.
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
