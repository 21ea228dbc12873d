import { eq } from 'drizzle-orm'
import { type ChangeRow, recordChanges } from '../../change-log/record-changes.ts'
import { unassignDevices } from '../../device-records/audit-schedule.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { scheduleTables } from '../../store/schema/scanning.ts'
import { unassignSegments } from '../segments/unassign-segments.ts'
import { findSchedule } from './list-schedules.ts'

/** Deletes a schedule, and removes it from its segments and devices. Tasks that it started continue. */
export async function deleteSchedule(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const { siteId } = ctx
  await ctx.store.write(async (tx) => {
    const schedule = await findSchedule(tx, siteId, id)
    expects?.(schedule)
    const { schedules } = tx.tables(scheduleTables)
    await tx.delete(schedules).where(eq(schedules.id, id))
    await unassignSegments(ctx, tx, `${schedule.kind}ScheduleId`, id)
    const deviceIds = schedule.kind === 'audit' ? await unassignDevices(ctx, tx, id) : []
    const rows = [
      ...deviceIds.map((deviceId) => unassigned(deviceId, schedule.name)),
      { verb: 'Deleted' as const, entity: 'Schedule', entityId: id, from: schedule.name },
    ]
    await recordChanges(tx, { siteId, actor: ctx.actor, timestamp: nowOf(ctx), rows })
  })
  ctx.wakeOutbox()
}

const unassigned = (deviceId: string, scheduleName: string): ChangeRow => ({
  verb: 'Modified',
  entity: 'Device',
  entityId: deviceId,
  deviceId,
  field: 'auditSchedule',
  from: scheduleName,
  to: null,
})
