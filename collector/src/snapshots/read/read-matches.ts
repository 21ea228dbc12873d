import { eq } from 'drizzle-orm'
import { shownReason } from '../../matching/shown-value.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

type Facts = ReturnType<typeof snapshotTables>['snapshotFacts']['$inferSelect']
type SnapshotRow = ReturnType<typeof snapshotTables>['snapshots']['$inferSelect']
export type MatchedSnapshot = Pick<SnapshotRow, 'id' | 'source' | 'depth' | 'auditDate'> &
  Pick<Facts, 'match' | 'report'>

/** Reads how snapshots were matched, and what reported them, by their ids. */
export async function readMatches(db: Db, snapshotIds: readonly string[]): Promise<Map<string, MatchedSnapshot>> {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const { id, source, depth, auditDate } = snapshots
  const { match, report } = snapshotFacts
  if (snapshotIds.length === 0) return new Map()
  const rows = await db
    .select({ id, source, depth, auditDate, match, report })
    .from(snapshots)
    .innerJoin(snapshotFacts, eq(snapshotFacts.seq, snapshots.factsSeq))
    .where(among(id, snapshotIds))
  return new Map(rows.map((row) => [row.id, { ...row, match: shownReason(row.match) }]))
}
