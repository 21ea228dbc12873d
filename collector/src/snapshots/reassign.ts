import { eq, inArray } from 'drizzle-orm'
import { type Reassignment, reassign } from '../store/reassign.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import { valueChunks } from '../store/sql.ts'
import type { Db, Tx } from '../store/store.ts'

/** For records that are merged, or no longer: gives snapshots to another device, and tells which they were. */
export const reassignSnapshots = (tx: Tx, reassignment: Reassignment): Promise<string[]> =>
  reassign(tx, tx.tables(snapshotTables).snapshots, reassignment)

export async function snapshotIdsOf(db: Db, deviceId: string): Promise<string[]> {
  const { snapshots } = db.tables(snapshotTables)
  const rows = await db.select({ id: snapshots.id }).from(snapshots).where(eq(snapshots.deviceId, deviceId))
  return rows.map(({ id }) => id)
}

/** What snapshots say of which device they are of, oldest first. */
export async function identitiesOf(db: Db, ids: readonly string[]) {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const found = []
  for (const chunk of valueChunks(ids)) {
    const rows = await db
      .select({
        id: snapshots.id,
        source: snapshots.source,
        auditDate: snapshots.auditDate,
        identity: snapshotFacts.identity,
        report: snapshotFacts.report,
      })
      .from(snapshots)
      .innerJoin(snapshotFacts, eq(snapshotFacts.seq, snapshots.factsSeq))
      .where(inArray(snapshots.id, chunk))
    found.push(...rows)
  }
  return found.sort((a, b) =>
    a.auditDate === b.auditDate ? (a.id < b.id ? -1 : 1) : a.auditDate < b.auditDate ? -1 : 1,
  )
}
