import { and, eq } from 'drizzle-orm'
import { snapshotTables } from '../store/schema/snapshots.ts'
import { among } from '../store/sql.ts'
import type { Db, Tx } from '../store/store.ts'

export type SnapshotRow = ReturnType<typeof snapshotTables>['snapshots']['$inferInsert']
export type RawPayloadRow = ReturnType<typeof snapshotTables>['rawPayloads']['$inferInsert']

/** Which of these observations are stored already, and as what. */
export async function findStored(
  db: Db,
  siteId: string,
  observationIds: readonly string[],
): Promise<Map<string, { snapshotId: string; deviceId: string }>> {
  const { snapshots } = db.tables(snapshotTables)
  const found = new Map<string, { snapshotId: string; deviceId: string }>()
  const rows = await db
    .select({ observationId: snapshots.observationId, snapshotId: snapshots.id, deviceId: snapshots.deviceId })
    .from(snapshots)
    .where(and(eq(snapshots.siteId, siteId), among(snapshots.observationId, observationIds)))
  for (const { observationId, ...stored } of rows) found.set(observationId, stored)
  return found
}

/** Their sections are there already. */
export async function insertSnapshots(
  tx: Tx,
  rows: readonly SnapshotRow[],
  payloads: readonly RawPayloadRow[],
): Promise<void> {
  const { snapshots, rawPayloads } = tx.tables(snapshotTables)
  await tx.insertRows(snapshots, rows)
  await tx.insertRows(rawPayloads, payloads)
}
