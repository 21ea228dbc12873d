import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { scheduleTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/** A field of the schedule that a column of another table names, for that table's own query; NULL where there is none. */
export function ofSchedule(db: Db, scheduleId: AnyColumn, field: 'name' | 'nextRun'): SQL<unknown> {
  const { schedules } = db.tables(scheduleTables)
  return sql`(select ${schedules[field]} from ${schedules} where ${schedules.id} = ${scheduleId})`.mapWith(
    schedules[field],
  )
}
