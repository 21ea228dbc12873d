import type { TaskStatus } from '@rollcall/shared/api/task.ts'
import { and, eq, gte, inArray, lt, type SQL } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import { silentAuditServices } from '../audit-services/read-audit-services.ts'
import { emitTaskEvent } from './emit-task-event.ts'

/** Time after which a task that no Audit Service took is Expired. */
export const queuedMaxMs = 60 * 60 * 1000
/** Silence of an Audit Service after which its running tasks fail. */
const silentMaxMs = 60 * 60 * 1000
/** Number of heartbeats, one in ten seconds, without a task after which the task fails: five minutes. */
const heartbeatsMissedMax = 30
/** Time without a start after which the message of a queued task is checked, and sent again if it was lost. */
const untakenMaxMs = 3 * 60 * 1000

/**
 * Ends abandoned tasks: queued ones that no service took in time, and running ones whose service is gone. Their
 * messages in the service's queue are removed, as with a cancel.
 */
export async function endAbandonedTasks(
  ctx: SystemContext,
  time: TrustedTime,
  connectedForMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { now } = time
  // No service counts as silent while NATS or the database is unreachable.
  const silent = connectedForMs < silentMaxMs ? [] : await silentAuditServices(ctx, time.before(silentMaxMs))
  const messages = await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    const taken: string[] = []
    const end = async (status: TaskStatus, error: string, where: SQL | undefined) => {
      const change = { status, finishedAt: now, activeKey: null, error }
      const rows = await tx
        .update(tasks)
        .set(change)
        .where(where)
        .returning({ id: tasks.id, siteId: tasks.siteId, kind: tasks.kind })
      taken.push(...rows.map(({ id }) => id))
      for (const task of rows) await emitTaskEvent(tx, task, status, now)
    }
    await end(
      'Expired',
      'No Audit Service accepted this task in time.',
      and(eq(tasks.status, 'Queued'), lt(tasks.expiresAt, now)),
    )
    await end(
      'Failed',
      'Its Audit Service no longer runs it and did not report a result.',
      and(eq(tasks.status, 'Running'), gte(tasks.heartbeatsMissed, heartbeatsMissedMax)),
    )
    if (silent.length > 0) {
      await end(
        'Failed',
        'Its Audit Service sent no heartbeat for an hour.',
        and(eq(tasks.status, 'Running'), inArray(tasks.auditServiceId, silent)),
      )
    }
    const queued = await tx
      .update(tasks)
      .set({ dispatchedAt: now })
      .where(and(eq(tasks.status, 'Queued'), lt(tasks.dispatchedAt, time.before(untakenMaxMs))))
      .returning({ id: tasks.id })
    for (const { id } of queued) await enqueue(tx, { kind: 'task', subjectId: id }, now)
    for (const subjectId of taken) await enqueue(tx, { kind: 'cancel', subjectId }, now)
    return taken.length + queued.length
  })
  if (messages > 0) ctx.wakeOutbox()
}
