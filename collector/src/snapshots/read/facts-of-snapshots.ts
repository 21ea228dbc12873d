import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { eq } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/sqlite-core'
import { evidenceOf } from '../../matching/evidence.ts'
import { shownReason } from '../../matching/shown-value.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

type Facts = ReturnType<typeof snapshotTables>['snapshotFacts']['$inferSelect']
type SnapshotRow = ReturnType<typeof snapshotTables>['snapshots']['$inferSelect']

/** Selects columns of snapshots and of their facts. */
export function selectWithFacts<Columns extends SelectedFields>(db: Db, columns: Columns) {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  return db.select(columns).from(snapshots).innerJoin(snapshotFacts, eq(snapshotFacts.seq, snapshots.factsSeq))
}

/** Reads the reports of snapshots, by snapshot id. */
export async function readReports(db: Db, snapshotIds: readonly string[]): Promise<Map<string, Facts['report']>> {
  if (snapshotIds.length === 0) return new Map()
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const rows = await selectWithFacts(db, { id: snapshots.id, report: snapshotFacts.report }).where(
    among(snapshots.id, snapshotIds),
  )
  return new Map(rows.map(({ id, report }) => [id, report]))
}

/** Reads, by the id of a snapshot, the paths of the data that had never been read of its device then. */
export async function readUnreadPaths(db: Db, snapshotIds: readonly string[]): Promise<Map<string, readonly string[]>> {
  const reports = await readReports(db, snapshotIds)
  return new Map([...reports].map(([id, { incomplete = [] }]) => [id, incomplete]))
}

export type MatchedSnapshot = Pick<SnapshotRow, 'id' | 'source' | 'depth' | 'auditDate'> &
  Pick<Facts, 'match' | 'report'>

/** Reads how snapshots were matched, and what reported them, by their ids. */
export async function readMatches(db: Db, snapshotIds: readonly string[]): Promise<Map<string, MatchedSnapshot>> {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const { id, source, depth, auditDate } = snapshots
  const { match, report } = snapshotFacts
  if (snapshotIds.length === 0) return new Map()
  const rows = await selectWithFacts(db, { id, source, depth, auditDate, match, report }).where(among(id, snapshotIds))
  return new Map(rows.map((row) => [row.id, { ...row, match: shownReason(row.match) }]))
}

/** The machine of a snapshot by its own evidence; undefined if the snapshot is gone. */
export async function machineOfSnapshot(
  db: Db,
  snapshotId: string,
): Promise<{ deviceId: string; evidence: Evidence[]; lastAt: string } | undefined> {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const [row] = await selectWithFacts(db, {
    deviceId: snapshots.deviceId,
    lastAt: snapshots.auditDate,
    source: snapshots.source,
    identity: snapshotFacts.identity,
  }).where(eq(snapshots.id, snapshotId))
  return row && { deviceId: row.deviceId, lastAt: row.lastAt, evidence: evidenceOf(row) }
}
