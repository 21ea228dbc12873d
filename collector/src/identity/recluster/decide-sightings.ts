import type { SightingRow } from '../../device-records/sightings.ts'
import { united } from '../../matching/relate-sightings.ts'

/**
 * Marks sightings as decided by a person: no rule moves them to another device. `foundation` represents sightings that
 * an earlier release did not record.
 */
export const decided = (rows: readonly SightingRow[], foundation: () => SightingRow): SightingRow[] =>
  (rows.length > 0 ? rows : [foundation()]).map((row) => ({ ...row, decided: true }))

/** Combines sightings of several devices under one of them. */
export function mergedSightings(rows: readonly SightingRow[], deviceId: string): SightingRow[] {
  const own = new Map(rows.filter((row) => row.deviceId === deviceId).map((row) => [row.key, row]))
  const united = new Map(own)
  for (const row of rows) {
    if (row.deviceId !== deviceId) united.set(row.key, { ...together(row, united.get(row.key)), deviceId })
  }
  return [...united.values()]
}

function together(a: SightingRow, b: SightingRow | undefined): SightingRow {
  if (!b) return a
  const { firstAt, lastAt } = united([a, b])
  return { ...b, firstAt, lastAt, decided: a.decided || b.decided }
}
