import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { eq } from 'drizzle-orm'
import { evidenceOf } from '../../matching/evidence.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db } from '../../store/store.ts'

/** The machine of a snapshot by its own evidence; undefined if the snapshot is gone. */
export async function machineOfSnapshot(
  db: Db,
  snapshotId: string,
): Promise<{ deviceId: string; evidence: Evidence[]; lastAt: string } | undefined> {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const [row] = await db
    .select({
      deviceId: snapshots.deviceId,
      lastAt: snapshots.auditDate,
      source: snapshots.source,
      identity: snapshotFacts.identity,
    })
    .from(snapshots)
    .innerJoin(snapshotFacts, eq(snapshotFacts.seq, snapshots.factsSeq))
    .where(eq(snapshots.id, snapshotId))
  return row && { deviceId: row.deviceId, lastAt: row.lastAt, evidence: evidenceOf(row) }
}
