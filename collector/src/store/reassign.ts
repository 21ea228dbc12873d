import { and, eq, inArray } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { valueChunks } from './sql.ts'
import type { Tx } from './store.ts'

type OfDevice = SQLiteTable & { id: SQLiteColumn; deviceId: SQLiteColumn }

/** Records that go from one device to another: all it has, or those of them that are named. */
export type Reassignment = { from: string; to: string; ids?: readonly string[] }

/** Gives a device's rows of a table to another device, and tells which they were. */
export async function reassign(tx: Tx, table: OfDevice, { from, to, ids }: Reassignment): Promise<string[]> {
  const moved: string[] = []
  for (const chunk of ids === undefined ? [undefined] : valueChunks(ids)) {
    const rows = await tx
      .update(table)
      // Of a table that is not known here.
      .set({ deviceId: to } as never)
      .where(and(eq(table.deviceId, from), chunk && inArray(table.id, chunk)))
      .returning({ id: table.id })
    moved.push(...rows.map(({ id }) => String(id)))
  }
  return moved
}
