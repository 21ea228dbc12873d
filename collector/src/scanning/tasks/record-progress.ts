import type { HostOutcome } from '@rollcall/shared/api/task-host.ts'
import type { HostAudit } from '@rollcall/shared/messages/host-audit.ts'
import type { Result } from '@rollcall/shared/messages/result.ts'
import type { Progress, Task } from '@rollcall/shared/messages/task.ts'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Tx } from '../../store/store.ts'
import { recordScan } from '../segments/record-scan.ts'
import { auditNewDevices } from './audit-new.ts'
import { emitTaskEvent } from './emit-task-event.ts'

type Worker = { taskId: Task['taskId']; attempt: Task['attempt']; serviceId: string }

/**
 * Condition for a task that may be updated: only by its own service, only in its current attempt, and only until it
 * ends.
 */
function activeTask(tx: Tx, { taskId, attempt, serviceId }: Worker) {
  const { tasks } = tx.tables(taskTables)
  return and(
    eq(tasks.id, taskId),
    eq(tasks.auditServiceId, serviceId),
    eq(tasks.attempt, attempt),
    inArray(tasks.status, ['Queued', 'Running']),
  )
}

async function findActive(tx: Tx, worker: Worker) {
  const [task] = await tx.select().from(tx.tables(taskTables).tasks).where(activeTask(tx, worker))
  return task
}

/**
 * Limits a time to a range: a service's clock may be wrong by years, so its time is used only between two times of the
 * collector.
 */
const between = (earliest: string, at: string, latest: string): string =>
  new Date(Math.max(Date.parse(earliest), Math.min(Date.parse(at), Date.parse(latest)))).toISOString()

export async function recordStarted(
  ctx: SystemContext,
  worker: Worker,
  at: string,
  addressesTotal: number,
): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    const task = await findActive(tx, worker)
    if (!task) return
    const startedAt = task.startedAt ?? between(task.createdAt, at, nowOf(ctx))
    await tx
      .update(tasks)
      .set({ status: 'Running', startedAt, addressesTotal, heartbeatsMissed: 0 })
      .where(activeTask(tx, worker))
    if (task.status === 'Queued') await emitTaskEvent(tx, task, 'Running', nowOf(ctx))
  })
  ctx.wakeOutbox()
}

/** Counts of a progress report. A service that starts again resets them. */
const countsOf = ({ attempt: _, notAudited: __, addressesDoneTo, ...counts }: Progress) => ({
  ...counts,
  addressesDoneTo: addressesDoneTo ?? null,
})

export async function recordProgress(ctx: SystemContext, worker: Worker, progress: Progress): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    await tx
      .update(tasks)
      .set({ ...countsOf(progress), heartbeatsMissed: 0 })
      .where(activeTask(tx, worker))
  })
}

export async function recordFinished(
  ctx: SystemContext,
  worker: Worker,
  { at, outcome, progress }: Extract<Result, { kind: 'finished' }>,
): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    const task = await findActive(tx, worker)
    if (!task) return
    const finishedAt = between(task.startedAt ?? task.createdAt, at, nowOf(ctx))
    await tx
      .update(tasks)
      .set({ ...countsOf(progress), status: outcome.status, error: outcome.error ?? null, finishedAt, activeKey: null })
      .where(activeTask(tx, worker))
    await emitTaskEvent(tx, task, outcome.status, nowOf(ctx))
    if (task.kind !== 'scan' || !task.segmentId || outcome.status !== 'Success') return
    await recordScan(tx, task.segmentId, finishedAt)
    if (task.input.audit) await auditNewDevices(tx, task, nowOf(ctx))
  })
  ctx.wakeOutbox()
}

/** Records the result of a credential test. Only the first result of a task counts. */
export async function recordTested(
  ctx: SystemContext,
  worker: Worker,
  { address, audit }: Extract<Result, { kind: 'tested' }>,
): Promise<void> {
  await ctx.store.write(async (tx) => {
    const task = await findActive(tx, worker)
    if (task?.kind !== 'credential-test' || !task.input.addresses.includes(address)) return
    await recordHosts(tx, task.id, [{ address, deviceId: null, outcome: 'tested', audit }], nowOf(ctx))
  })
}

/** Fails a task with a reason for people. */
export async function failTask(ctx: SystemContext, taskId: string, error: string): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    const failed = await tx
      .update(tasks)
      .set({ status: 'Failed', error, finishedAt: nowOf(ctx), activeKey: null })
      .where(and(eq(tasks.id, taskId), inArray(tasks.status, ['Queued', 'Running'])))
      .returning()
    for (const task of failed) await emitTaskEvent(tx, task, 'Failed', nowOf(ctx))
  })
  ctx.wakeOutbox()
}

type Answered = { address: string; deviceId: string | null; outcome: HostOutcome; audit: HostAudit }

/**
 * Counts hosts that answered. A repeated result for an address in one task, as after a restart of the service, does not
 * count again, and a device that this task found stays new. The results also count as a sign of life.
 */
export async function recordHosts(tx: Tx, taskId: string, hosts: readonly Answered[], at: string): Promise<void> {
  const { tasks, taskHosts } = tx.tables(taskTables)
  await tx
    .update(tasks)
    .set({ heartbeatsMissed: 0 })
    .where(and(eq(tasks.id, taskId), gt(tasks.heartbeatsMissed, 0)))
  const rows = hosts.map(({ audit: { reason, attempts }, ...host }) => ({
    ...{ taskId, at, reason },
    attempts: attempts.length > 0 ? attempts : null,
    ...host,
  }))
  await tx.upsertRows(taskHosts, rows, { target: ['taskId', 'address'], set: [] })
}
