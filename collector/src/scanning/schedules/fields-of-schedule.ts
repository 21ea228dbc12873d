import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { scheduleTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/** Selects a field of the schedule in another table's column, for a query on that table; NULL if there is none. */
export function ofSchedule(db: Db, scheduleId: AnyColumn, field: 'name' | 'nextRun'): SQL<unknown> {
  const { schedules } = db.tables(scheduleTables)
  return sql`(select ${schedules[field]} from ${schedules} where ${schedules.id} = ${scheduleId})`.mapWith(
    schedules[field],
  )
}
