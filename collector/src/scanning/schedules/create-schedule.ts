import type { CreateSchedule, Schedule } from '@rollcall/shared/api/schedule.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { nextRunOf } from '../../lib/cron.ts'
import { scheduleTables } from '../../store/schema/scanning.ts'
import { nameTaken } from './list-schedules.ts'

/** Adds a schedule. Names are unique on the site, ignoring case. */
export async function createSchedule(ctx: Context, input: CreateSchedule): Promise<Schedule> {
  requireCapability(ctx, 'Administrator')
  const { siteId } = ctx
  const next = nextRunOf(input, ctx.clock.now())
  const schedule: Schedule = { id: newId(), ...input, nextRun: input.enabled ? next : null }
  const now = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const inserted = await tx
      .insert(tx.tables(scheduleTables).schedules)
      .values({ ...schedule, siteId, nameKey: schedule.name.toLowerCase(), createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (inserted.length === 0) throw nameTaken(schedule.name)
    const to = `${schedule.name} (${schedule.kind}, ${schedule.cron}, ${schedule.timeZone})`
    const rows = [{ verb: 'Added' as const, entity: 'Schedule', entityId: schedule.id, subject: schedule.name, to }]
    await recordChanges(tx, { siteId, actor: ctx.actor, timestamp: now, rows })
  })
  return schedule
}
