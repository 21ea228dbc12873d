import type { TaskStatus } from '@rollcall/shared/api/task.ts'
import { type AnyColumn, and, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

type LastScan = { status: SQL<TaskStatus | null>; finishedAt: SQL<string | null>; error: SQL<string | null> }

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
  return { status: of(tasks.status), finishedAt: of(tasks.finishedAt), error: of(tasks.error) } as LastScan
}

/** Condition that a scan of the segment in another table's column is queued or running. */
export function isBeingScanned(db: Db, segmentId: AnyColumn): SQL<boolean> {
  const { tasks } = db.tables(taskTables)
  const active = eq(tasks.activeKey, sql`'scan:' || ${segmentId}`)
  return sql`${exists(db.select({ id: tasks.id }).from(tasks).where(active))}`.mapWith(Boolean)
}
