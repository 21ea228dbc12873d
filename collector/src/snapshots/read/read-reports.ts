import { eq } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import type { Facts } from '../write/facts.ts'

/** Reads the reports of snapshots, by snapshot id. */
export async function readReports(db: Db, snapshotIds: readonly string[]): Promise<Map<string, Facts['report']>> {
  if (snapshotIds.length === 0) return new Map()
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const rows = await db
    .select({ id: snapshots.id, report: snapshotFacts.report })
    .from(snapshots)
    .innerJoin(snapshotFacts, eq(snapshotFacts.seq, snapshots.factsSeq))
    .where(among(snapshots.id, snapshotIds))
  return new Map(rows.map(({ id, report }) => [id, report]))
}

/** Reads, by the id of a snapshot, the paths of the data that had never been read of its device then. */
export async function readUnreadPaths(db: Db, snapshotIds: readonly string[]): Promise<Map<string, readonly string[]>> {
  const reports = await readReports(db, snapshotIds)
  return new Map([...reports].map(([id, { incomplete = [] }]) => [id, incomplete]))
}
