import type { SightingRow } from '../../device-records/sightings.ts'

/**
 * Sightings of which a person has said that they belong to their device: no rule takes them elsewhere. `foundation` stands
 * for those that an earlier release did not record.
 */
export const decided = (rows: readonly SightingRow[], foundation: () => SightingRow): SightingRow[] =>
  (rows.length > 0 ? rows : [foundation()]).map((row) => ({ ...row, decided: true }))

/** Sightings of several devices as those of one of them. */
export function unitedSightings(rows: readonly SightingRow[], deviceId: string): SightingRow[] {
  const own = new Map(rows.filter((row) => row.deviceId === deviceId).map((row) => [row.key, row]))
  const united = new Map(own)
  for (const row of rows) {
    if (row.deviceId !== deviceId) united.set(row.key, { ...together(row, united.get(row.key)), deviceId })
  }
  return [...united.values()]
}

function together(a: SightingRow, b: SightingRow | undefined): SightingRow {
  if (!b) return a
  const firstAt = a.firstAt < b.firstAt ? a.firstAt : b.firstAt
  const lastAt = a.lastAt > b.lastAt ? a.lastAt : b.lastAt
  return { ...b, firstAt, lastAt, decided: a.decided || b.decided }
}
