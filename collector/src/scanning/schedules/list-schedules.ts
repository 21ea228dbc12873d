import type { List } from '@rollcall/shared/api/common.ts'
import type {
  Schedule,
  ScheduleKind,
  SchedulePreview,
  SchedulePreviewRequest,
  ScheduleQuery,
} from '@rollcall/shared/api/schedule.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { lastDueOf, nextRunsOf } from '../../lib/cron.ts'
import { readPage } from '../../store/page.ts'
import { scheduleTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/** Lists the schedules of the site, by name, then id. */
export async function listSchedules(ctx: Context, query: ScheduleQuery): Promise<List<Schedule>> {
  return ctx.store.read(async (db) => {
    const { schedules } = db.tables(scheduleTables)
    const where = and(eq(schedules.siteId, ctx.siteId), query.kind && eq(schedules.kind, query.kind))
    const rows = db.select(shown(db)).from(schedules).where(where).orderBy(asc(schedules.nameKey), asc(schedules.id))
    return readPage(rows, db.$count(schedules, where), query)
  })
}

export async function getSchedule(ctx: Context, id: string): Promise<Schedule> {
  return ctx.store.read((db) => findSchedule(db, ctx.siteId, id))
}

/** Returns a schedule of the site; throws `not_found` if there is none. */
export async function findSchedule(db: Db, siteId: string, id: string): Promise<Schedule> {
  const { schedules } = db.tables(scheduleTables)
  const [schedule] = await db
    .select(shown(db))
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.siteId, siteId)))
  if (!schedule) throw new DomainError('not_found', 'No schedule has this id on this site.')
  return schedule
}

/** Returns the last run of each enabled schedule of the site before a time, by id, counted from its creation. */
export async function lastDueOfSchedules(
  db: Db,
  siteId: string,
  kind: ScheduleKind,
  before: Date,
): Promise<Map<string, string>> {
  const { schedules } = db.tables(scheduleTables)
  const isOn = and(eq(schedules.siteId, siteId), eq(schedules.kind, kind), eq(schedules.enabled, true))
  const rows = await db.select().from(schedules).where(isOn)
  return new Map(
    rows.flatMap((schedule) => {
      const due = lastDueOf(schedule, before)
      return due !== undefined && due > schedule.createdAt ? [[schedule.id, due] as const] : []
    }),
  )
}

export const nameTaken = (name: string): DomainError =>
  new DomainError('name_taken', `A schedule named "${name}" already exists.`)

function shown(db: Db) {
  const { id, name, kind, cron, timeZone, enabled, missedRuns, nextRun } = db.tables(scheduleTables).schedules
  return { id, name, kind, cron, timeZone, enabled, missedRuns, nextRun }
}

const shownMax = 5

/** Lists the next runs of a schedule. Throws a 400 for an invalid one. */
export function previewSchedule(ctx: Context, input: SchedulePreviewRequest): SchedulePreview {
  return { nextRuns: nextRunsOf(input, ctx.clock.now(), shownMax) }
}
