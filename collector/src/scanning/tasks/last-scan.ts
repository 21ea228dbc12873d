import type { SegmentLastResult } from '@rollcall/shared/api/segment.ts'
import type { TaskStatus } from '@rollcall/shared/api/task.ts'
import { type AnyColumn, and, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { countHosts } from './count-hosts.ts'

type LastScan = {
  scanId: SQL<string | null>
  status: SQL<TaskStatus | null>
  finishedAt: SQL<string | null>
  error: SQL<string | null>
}

/**
 * Selects the outcome of the last scan, canceled ones excluded, of the segment in another table's column; NULL if there
 * is none.
 */
export function lastScanOf(db: Db, segmentId: AnyColumn): LastScan {
  const { tasks } = db.tables(taskTables)
  const ended = inArray(tasks.status, ['Success', 'Failed', 'Expired'])
  const isLast = and(eq(tasks.segmentId, segmentId), eq(tasks.kind, 'scan'), ended)
  const of = (value: AnyColumn) =>
    sql`(${db
      .select({ value: sql`${value}` })
      .from(tasks)
      .where(isLast)
      .orderBy(desc(tasks.createdAt))
      .limit(1)})`.mapWith(value)
  return {
    scanId: of(tasks.id),
    status: of(tasks.status),
    finishedAt: of(tasks.finishedAt),
    error: of(tasks.error),
  } as LastScan
}

/** Condition that a scan of the segment in another table's column is queued or running. */
export function isBeingScanned(db: Db, segmentId: AnyColumn): SQL<boolean> {
  const { tasks } = db.tables(taskTables)
  const active = eq(tasks.activeKey, sql`'scan:' || ${segmentId}`)
  return sql`${exists(db.select({ id: tasks.id }).from(tasks).where(active))}`.mapWith(Boolean)
}

/** Returns the results of ended scans by id. */
export async function resultsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SegmentLastResult>> {
  const { tasks } = db.tables(taskTables)
  const { id, status, finishedAt, error, addressesTotal, hostsFound, audited } = tasks
  const rows = await db
    .select({ id, status, finishedAt, error, addressesTotal, hostsFound, audited })
    .from(tasks)
    .where(inArray(id, [...ids]))
  const countsOf = await countHosts(db, rows)
  return new Map(
    rows.map((row) => {
      const { id, status, finishedAt, error, addressesTotal } = row
      const { hostsFound, audited, notAudited, failed } = countsOf(row)
      const counts = { addressesTotal, hostsFound, audited, notAudited, failed }
      return [id, { taskId: id, status: status as SegmentLastResult['status'], finishedAt, error, ...counts }]
    }),
  )
}
