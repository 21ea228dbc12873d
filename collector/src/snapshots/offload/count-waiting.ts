import { type AnyColumn, eq, exists, type SQL, sql } from 'drizzle-orm'
import { offloadTables } from '../../store/schema/snapshots.ts'
import { uuidText } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** Of the snapshots in `snapshotId`, those that are still to be copied to their site's bucket. */
export function waitsForCopy(db: Db, snapshotId: AnyColumn): SQL {
  const { offloadQueue: queue } = db.tables(offloadTables)
  return exists(
    db
      .select({ one: sql`1` })
      .from(queue)
      .where(eq(queue.snapshotId, uuidText(snapshotId))),
  )
}
