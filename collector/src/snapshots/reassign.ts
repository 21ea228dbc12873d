import { eq } from 'drizzle-orm'
import { type Reassignment, reassign } from '../store/reassign.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import type { Db, Tx } from '../store/store.ts'

/** For records that are merged, or no longer: gives snapshots to another device, and tells which they were. */
export const reassignSnapshots = (tx: Tx, reassignment: Reassignment): Promise<string[]> =>
  reassign(tx, tx.tables(snapshotTables).snapshots, reassignment)

export async function snapshotIdsOf(db: Db, deviceId: string): Promise<string[]> {
  const { snapshots } = db.tables(snapshotTables)
  const rows = await db.select({ id: snapshots.id }).from(snapshots).where(eq(snapshots.deviceId, deviceId))
  return rows.map(({ id }) => id)
}
