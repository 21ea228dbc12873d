import type { PatchSchedule, Schedule } from '@rollcall/shared/api/schedule.ts'
import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { touchDevicesOnSchedule } from '../../device-records/audit-schedule.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { nextRunOf } from '../../lib/cron.ts'
import { isUniqueViolation } from '../../store/errors.ts'
import { scheduleTables } from '../../store/schema/scanning.ts'
import { findSchedule, nameTaken } from './list-schedules.ts'

const settable = ['name', 'cron', 'timeZone', 'enabled', 'missedRuns'] as const

/**
 * Updates the fields of the patch. The next run is recomputed from now; a new name or treatment of missed runs does not
 * move it.
 */
export async function updateSchedule(
  ctx: Context,
  id: string,
  patch: PatchSchedule,
  expects?: Precondition,
): Promise<Schedule> {
  requireCapability(ctx, 'Administrator')
  const { siteId } = ctx
  return ctx.store
    .write(async (tx) => {
      const before = await findSchedule(tx, siteId, id)
      expects?.(before)
      const changed = {
        ...before,
        name: patch.name ?? before.name,
        cron: patch.cron ?? before.cron,
        timeZone: patch.timeZone ?? before.timeZone,
        enabled: patch.enabled ?? before.enabled,
        missedRuns: patch.missedRuns ?? before.missedRuns,
      }
      const after = { ...changed, nextRun: nextRunAfter(before, changed, ctx.clock.now()) }
      const { schedules } = tx.tables(scheduleTables)
      await tx
        .update(schedules)
        .set({ ...after, nameKey: after.name.toLowerCase() })
        .where(eq(schedules.id, id))
      if (after.name !== before.name) await touchDevicesOnSchedule(ctx, tx, id)
      const rows = settable
        .filter((field) => before[field] !== after[field])
        .map((field) => {
          const [from, to] = [String(before[field]), String(after[field])]
          return { verb: 'Modified' as const, entity: 'Schedule', entityId: id, subject: after.name, field, from, to }
        })
      await recordChanges(tx, { siteId, actor: ctx.actor, timestamp: nowOf(ctx), rows })
      return after
    })
    .catch((error: unknown) => {
      throw patch.name !== undefined && isUniqueViolation(error) ? nameTaken(patch.name) : error
    })
}

function nextRunAfter(before: Schedule, changed: Schedule, now: Date): string | null {
  const isSame = (['cron', 'timeZone', 'enabled'] as const).every((field) => before[field] === changed[field])
  if (isSame) return before.nextRun
  const next = nextRunOf(changed, now)
  return changed.enabled ? next : null
}
