import { counted } from '@rollcall/shared/counted.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { devicesOnSchedule } from '../../device-records/audit-schedule.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { nextRunOf } from '../../lib/cron.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import { scheduleTables } from '../../store/schema/scanning.ts'
import type { Tx } from '../../store/store.ts'
import { findSegment, segmentsOnSchedule } from '../segments/list-segments.ts'
import { devicesPerAuditMax, queueAudit } from '../tasks/queue-audit.ts'
import { queueScan } from '../tasks/queue-scan.ts'
import type { TaskRequest } from '../tasks/queue-task.ts'

type Schedule = ReturnType<typeof scheduleTables>['schedules']['$inferSelect']

/** Delay after which a run is missed: some polls, and the restart of a collector. */
const lateMsMax = 5 * 60_000

/** Starts the due runs. A schedule that fails is logged and retried at the next turn; the others run. */
export async function runDueSchedules(ctx: SystemContext): Promise<void> {
  const due = await ctx.store.read((db) => {
    const { schedules } = db.tables(scheduleTables)
    const isDue = and(eq(schedules.enabled, true), lte(schedules.nextRun, nowOf(ctx)))
    return db.select().from(schedules).where(isDue).orderBy(asc(schedules.nextRun))
  })
  for (const schedule of due) {
    await runSchedule(ctx, schedule).catch((error: unknown) => {
      logFailure(ctx.log, error, 'a schedule could not be run; retrying', { schedule: schedule.id })
    })
  }
}

/**
 * Runs a schedule. The run and its next time are one transaction, so with several collectors each run is started once.
 * The next time is computed from now: of all runs missed while no collector was up, at most this one is made up for, if
 * the schedule says so.
 */
async function runSchedule(ctx: SystemContext, schedule: Schedule): Promise<void> {
  const { id, siteId, nextRun } = schedule
  if (nextRun === null) return
  const skipped = await ctx.store.write(async (tx) => {
    const { schedules } = tx.tables(scheduleTables)
    const [claimed] = await tx
      .update(schedules)
      .set({ nextRun: nextRunOf(schedule, ctx.clock.now()) })
      .where(and(eq(schedules.id, id), eq(schedules.nextRun, nextRun), eq(schedules.enabled, true)))
      .returning()
    if (!claimed) return []
    const lateMs = ctx.clock.now().getTime() - Date.parse(nextRun)
    if (claimed.missedRuns === 'skip' && lateMs > lateMsMax)
      return [`the run was due at ${nextRun}, and missed runs are skipped`]
    const request = { siteId, requestedBy: claimed.name, scheduleId: id, now: nowOf(ctx) }
    return claimed.kind === 'scan' ? startScans(tx, request, id) : startAudits(tx, request, id)
  })
  for (const reason of skipped) ctx.log.info({ schedule: id, reason }, 'schedule: a run was not started')
  ctx.wakeOutbox()
}

async function startScans(tx: Tx, request: TaskRequest, scheduleId: string): Promise<string[]> {
  const skipped: string[] = []
  for (const segment of await segmentsOnSchedule(tx, request.siteId, 'scan', scheduleId)) {
    const reason = await orReason(queueScan(tx, segment, false, request))
    if (reason !== undefined) skipped.push(`${segment.name}: ${reason}`)
  }
  return skipped
}

/** Starts one task for all due devices of a segment, as a scan has; very many devices get several tasks. */
async function startAudits(tx: Tx, request: TaskRequest, scheduleId: string): Promise<string[]> {
  const { siteId } = request
  const assigned = await segmentsOnSchedule(tx, siteId, 'audit', scheduleId)
  const segmentIds = assigned.map(({ id }) => id)
  const devices = await devicesOnSchedule(tx, siteId, scheduleId, segmentIds)
  const skipped: string[] = []
  for (const [segmentId, found] of Map.groupBy(devices, (device) => device.segmentId)) {
    const segment = segmentId === null ? undefined : await findSegment(tx, siteId, segmentId)
    if (!segment) {
      skipped.push(counted(found.length, 'device that no segment contains', 'devices that no segment contains'))
      continue
    }
    const addresses = found.map(({ ipAddress }) => ipAddress)
    for (let from = 0; from < addresses.length; from += devicesPerAuditMax) {
      const part = addresses.slice(from, from + devicesPerAuditMax)
      const activeKey = `audit:${scheduleId}:${segment.id}:${from}`
      const reason = await orReason(queueAudit(tx, { segment, addresses: part, deviceId: null, activeKey }, request))
      if (reason !== undefined) skipped.push(`${segment.name}: ${reason}`)
    }
  }
  return skipped
}

/**
 * Returns the reason if nothing was started because of a state that a person must change or that will pass. The other
 * segments get their turn.
 */
async function orReason(starting: Promise<string>): Promise<string | undefined> {
  try {
    await starting
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

/** Recomputes the next run of every schedule. Due schedules stay due. */
export async function rescheduleAll(tx: Tx, now: string): Promise<void> {
  const { schedules } = tx.tables(scheduleTables)
  const waiting = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.enabled, true), gt(schedules.nextRun, now)))
  for (const schedule of waiting) {
    const nextRun = nextRunOf(schedule, new Date(now))
    await tx.update(schedules).set({ nextRun }).where(eq(schedules.id, schedule.id))
  }
}

/** Maximum delay of a run: schedules have whole minutes. */
const pollMs = 5_000

/** Runs schedules when they are due, until stopped. `stop` waits for the runs being started. */
export function startScheduleRunner(ctx: SystemContext): RepeatedWork {
  const work = () =>
    runDueSchedules(ctx).catch((error: unknown) => logFailure(ctx.log, error, 'schedules cannot be read'))
  return repeatWork(work, pollMs)
}
