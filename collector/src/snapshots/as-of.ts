import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { State } from '../reconciliation/standing.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import type { Db } from '../store/store.ts'
import { readData, sectionColumns } from './data.ts'
import { ofSite, snapshotNotFound } from './read.ts'

type Row = ReturnType<typeof snapshotTables>['snapshots']['$inferSelect']
export type StateAt = State &
  Pick<Row, 'deviceId' | 'customFieldsHash' | 'identity' | 'report'> & { data: SnapshotContent }

/** Later than any snapshot. */
export const endOfTime = '9999-12-31T23:59:59.999Z'

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
  const isNewest = inArray(snapshots.id, db.select({ id: ranked.id }).from(ranked).where(eq(ranked.place, 1)))
  return readStates(db, isNewest)
}

/** One snapshot as the state it makes; `not_found` when the site has none of this id. */
export async function requireState(db: Db, siteId: string, id: string): Promise<StateAt> {
  const [state] = await readStates(db, ofSite(db, siteId, id))
  if (!state) throw snapshotNotFound()
  return state
}

/** The snapshots of a device that were made within this time, as the states they make. */
export async function statesBetween(db: Db, deviceId: string, from: string, until: string): Promise<StateAt[]> {
  const { snapshots } = db.tables(snapshotTables)
  const made = and(gte(snapshots.auditDate, from), lte(snapshots.auditDate, until))
  return readStates(db, and(eq(snapshots.deviceId, deviceId), made))
}

async function readStates(db: Db, where: SQL | undefined): Promise<StateAt[]> {
  const { snapshots } = db.tables(snapshotTables)
  const rows = await db
    .select({ row: snapshots, sections: sectionColumns(db) })
    .from(snapshots)
    .where(where)
    .orderBy(asc(snapshots.auditDate), asc(snapshots.observationId))
  const states: StateAt[] = []
  for (const { row, sections } of rows) states.push({ ...row, snapshotId: row.id, data: await readData(db, sections) })
  return states
}
