import { eq } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** Reads, by the id of a snapshot, the paths of the data that had never been read of its device then. */
export async function readUnreadPaths(db: Db, snapshotIds: readonly string[]): Promise<Map<string, readonly string[]>> {
  if (snapshotIds.length === 0) return new Map()
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const rows = await db
    .select({ id: snapshots.id, report: snapshotFacts.report })
    .from(snapshots)
    .innerJoin(snapshotFacts, eq(snapshotFacts.seq, snapshots.factsSeq))
    .where(among(snapshots.id, snapshotIds))
  return new Map(rows.map(({ id, report }) => [id, report.incomplete ?? []]))
}
