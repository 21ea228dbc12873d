import { and, eq, inArray } from 'drizzle-orm'
import { loadDevices } from '../devices/load.ts'
import type { Reassignment } from '../store/reassign.ts'
import { sightingTables } from '../store/schema/sightings.ts'
import type { Tx } from '../store/store.ts'
import { foundationOf } from './foundation.ts'
import { forgetTraces, insertSightings, loadSightings, type SightingRow } from './sightings.ts'

/** A person has said that all which is of this device belongs to it: no rule takes it elsewhere from now on. */
export async function decideSightings(tx: Tx, deviceId: string): Promise<void> {
  const known = await loadSightings(tx, [deviceId])
  const rows = known.length > 0 ? known : (await loadDevices(tx, [deviceId])).map(foundationOf)
  await insertSightings(
    tx,
    rows.map((row) => ({ ...row, decided: true })),
  )
}

/** For records that are merged, or no longer: gives sightings to another device, and tells by their keys which they were. */
export async function reassignSightings(tx: Tx, { from, to, ids }: Reassignment): Promise<string[]> {
  const { deviceSightings: sightings } = tx.tables(sightingTables)
  const moved = await tx
    .delete(sightings)
    .where(and(eq(sightings.deviceId, from), ids && inArray(sightings.key, [...ids])))
    .returning()
  const known = new Map((await loadSightings(tx, [to])).map((row) => [row.key, row]))
  await insertSightings(
    tx,
    moved.map((row) => ({ ...together(row, known.get(row.key)), deviceId: to })),
  )
  await forgetTraces(tx, from)
  await insertSightings(tx, await loadSightings(tx, [from]))
  return moved.map(({ key }) => key)
}

function together(a: SightingRow, b: SightingRow | undefined): SightingRow {
  if (!b) return a
  const firstAt = a.firstAt < b.firstAt ? a.firstAt : b.firstAt
  const lastAt = a.lastAt > b.lastAt ? a.lastAt : b.lastAt
  return { ...b, firstAt, lastAt, decided: a.decided || b.decided }
}
