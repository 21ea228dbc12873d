import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { State } from '../reconciliation/standing.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import type { Db } from '../store/store.ts'
import { readData, sectionColumns } from './data.ts'

type Row = ReturnType<typeof snapshotTables>['snapshots']['$inferSelect']
export type StateAt = State & Pick<Row, 'identity' | 'report'> & { data: SnapshotContent }

/** A device's states as they were: the newest snapshot until then of each source at each depth, with its data. */
export async function statesAt(db: Db, deviceId: string, at: string): Promise<StateAt[]> {
  const { snapshots } = db.tables(snapshotTables)
  const newestFirst = [desc(snapshots.auditDate), desc(snapshots.observationId)]
  const ranked = db
    .select({
      id: snapshots.id,
      place:
        sql<number>`row_number() over (partition by ${snapshots.source}, ${snapshots.depth} order by ${sql.join(newestFirst, sql`, `)})`.as(
          'place',
        ),
    })
    .from(snapshots)
    .where(and(eq(snapshots.deviceId, deviceId), lte(snapshots.auditDate, at)))
    .as('ranked')
  const rows = await db
    .select({ row: snapshots, sections: sectionColumns(db) })
    .from(snapshots)
    .innerJoin(ranked, eq(ranked.id, snapshots.id))
    .where(eq(ranked.place, 1))
    .orderBy(asc(snapshots.auditDate), asc(snapshots.observationId))
  const states: StateAt[] = []
  for (const { row, sections } of rows) states.push({ ...row, snapshotId: row.id, data: await readData(db, sections) })
  return states
}
