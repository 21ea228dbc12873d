import type { TaskStatus } from '@rollcall/shared/api/task.ts'
import { and, eq, gte, inArray, lt, type SQL } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../context.ts'
import { silentAuditServices } from '../enrolment/read.ts'
import { taskTables } from '../store/schema/tasks.ts'

/** A running task whose Audit Service was not heard for this long is given up. */
const silentMaxMs = 60 * 60 * 1000
/** As is one that its living service's heartbeats, one in ten seconds, have left out this often: five minutes. */
const heartbeatsMissedMax = 30

/** Ends what nobody will: queued tasks that no service took in time, and running ones whose service is gone. */
export async function sweepTasks(ctx: SystemContext): Promise<void> {
  const now = nowOf(ctx)
  const silent = await silentAuditServices(ctx, new Date(Date.parse(now) - silentMaxMs).toISOString())
  await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    const end = async (status: TaskStatus, error: string, where: SQL | undefined) => {
      await tx.update(tasks).set({ status, finishedAt: now, activeKey: null, error }).where(where)
    }
    await end(
      'Expired',
      'No Audit Service took this task in time.',
      and(eq(tasks.status, 'Queued'), lt(tasks.expiresAt, now)),
    )
    await end(
      'Failed',
      'Its Audit Service no longer runs it and has not said how it ended.',
      and(eq(tasks.status, 'Running'), gte(tasks.heartbeatsMissed, heartbeatsMissedMax)),
    )
    if (silent.length === 0) return
    await end(
      'Failed',
      'Its Audit Service was not heard for an hour.',
      and(eq(tasks.status, 'Running'), inArray(tasks.auditServiceId, silent)),
    )
  })
}
