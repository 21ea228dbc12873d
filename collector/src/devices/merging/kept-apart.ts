import { and, eq, inArray, or } from 'drizzle-orm'
import { deviceTables } from '../../store/schema/devices.ts'
import { type Apart, mergeTables } from '../../store/schema/merges.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Two ids as a pair, whichever comes first. */
export const pairOf = (a: string, b: string): Apart =>
  a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a }

/** Whom a person keeps these devices apart from. */
export async function apartOf(db: Db, deviceIds: readonly string[]): Promise<Apart[]> {
  const { keptApart } = db.tables(mergeTables)
  return db
    .select()
    .from(keptApart)
    .where(or(among(keptApart.firstId, deviceIds), among(keptApart.secondId, deviceIds)))
}

/** The same by the id of each device. */
export async function apartFrom(db: Db, deviceIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const pairs = await apartOf(db, deviceIds)
  return new Map(
    [...new Set(pairs.flatMap(({ firstId, secondId }) => [firstId, secondId]))].map((id) => [
      id,
      new Set(partnersOf(pairs, id)),
    ]),
  )
}

/** What is not this device is not the one it is merged into either. */
export async function inheritApart(tx: Tx, pairs: readonly Apart[], from: string, to: string): Promise<void> {
  const inherited = partnersOf(pairs, from)
    .filter((id) => id !== to)
    .map((id) => pairOf(id, to))
  await keepApart(tx, inherited)
}

const partnersOf = (pairs: readonly Apart[], id: string): string[] =>
  pairs
    .filter(({ firstId, secondId }) => firstId === id || secondId === id)
    .map(({ firstId, secondId }) => (firstId === id ? secondId : firstId))

/** Takes back what a device had inherited, and restores what was before. */
export async function restoreApart(tx: Tx, pairs: readonly Apart[], from: string, to: string): Promise<void> {
  const { keptApart } = tx.tables(mergeTables)
  const own = new Set(partnersOf(pairs, to))
  for (const id of partnersOf(pairs, from)) {
    const { firstId, secondId } = pairOf(id, to)
    if (!own.has(id))
      await tx.delete(keptApart).where(and(eq(keptApart.firstId, firstId), eq(keptApart.secondId, secondId)))
  }
  await keepApart(tx, pairs)
}

/** Pairs of which one is no longer there are left out. */
export async function keepApart(tx: Tx, pairs: readonly Apart[]): Promise<void> {
  const { devices } = tx.tables(deviceTables)
  const ids = pairs.flatMap(({ firstId, secondId }) => [firstId, secondId])
  const found = await tx.select({ id: devices.id }).from(devices).where(inArray(devices.id, ids))
  const there = new Set(found.map(({ id }) => id))
  const rows = pairs.filter(({ firstId, secondId }) => there.has(firstId) && there.has(secondId))
  if (rows.length > 0) await tx.insert(tx.tables(mergeTables).keptApart).values(rows).onConflictDoNothing()
}
