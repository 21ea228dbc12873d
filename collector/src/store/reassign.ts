import { and, eq } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { among } from './sql.ts'
import type { Db, Tx } from './store.ts'

type OfDevice = SQLiteTable & { id: SQLiteColumn; deviceId: SQLiteColumn }

/** Ids of records that move from one device to another. */
export type Reassignment = { from: string; to: string; ids: readonly string[] }

/** Moves rows of a table from one device to another. */
export async function reassign(tx: Tx, table: OfDevice, { from, to, ids }: Reassignment): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(table)
    // The table's own type is generic here.
    .set({ deviceId: to } as never)
    .where(and(eq(table.deviceId, from), among(table.id, ids)))
}

/** Ids of a device's rows in a table. */
export async function recordIdsOf(db: Db, table: OfDevice, deviceId: string): Promise<string[]> {
  const rows = await db.select({ id: table.id }).from(table).where(eq(table.deviceId, deviceId))
  return rows.map(({ id }) => String(id))
}
