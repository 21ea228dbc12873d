import type { ScheduleKind } from '@rollcall/shared/api/schedule.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm'
import { scheduleTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/**
 * Explains why a schedule of this kind cannot be assigned, in words that follow the field name; undefined if it can.
 */
export async function scheduleProblem(
  db: Db,
  siteId: string,
  id: string,
  kind: ScheduleKind,
): Promise<string | undefined> {
  const { schedules } = db.tables(scheduleTables)
  const [row] = await db
    .select({ kind: schedules.kind })
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.siteId, siteId)))
  if (!row) return 'is not a schedule of this site'
  return row.kind === kind ? undefined : `is a schedule for ${row.kind}s, not for ${kind}s`
}

/** Throws a 400 for `/scanScheduleId` or `/auditScheduleId` unless the site has this schedule and its kind fits. */
export async function requireSchedule(db: Db, siteId: string, id: string, kind: ScheduleKind): Promise<void> {
  const problem = await scheduleProblem(db, siteId, id, kind)
  if (problem !== undefined) throw invalidField(`/${kind}ScheduleId`, problem)
}

/** Returns the name of a schedule; null for none and for a deleted one. */
export async function scheduleName(db: Db, id: string | null): Promise<string | null> {
  if (id === null) return null
  const { schedules } = db.tables(scheduleTables)
  const [row] = await db.select({ name: schedules.name }).from(schedules).where(eq(schedules.id, id))
  return row?.name ?? null
}

/** Returns the id of the schedule with this name; null if there is none. */
export async function scheduleIdOf(db: Db, siteId: string, name: string): Promise<string | null> {
  const { schedules } = db.tables(scheduleTables)
  const [row] = await db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.siteId, siteId), eq(schedules.nameKey, name.toLowerCase())))
  return row?.id ?? null
}

/** Selects a field of the schedule in another table's column, for a query on that table; NULL if there is none. */
export function ofSchedule(db: Db, scheduleId: AnyColumn, field: 'name' | 'nextRun'): SQL<unknown> {
  const { schedules } = db.tables(scheduleTables)
  return sql`(select ${schedules[field]} from ${schedules} where ${schedules.id} = ${scheduleId})`.mapWith(
    schedules[field],
  )
}
