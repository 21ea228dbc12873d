import { and, eq, inArray, lt } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../context.ts'
import { silentAuditServices } from '../enrolment/read.ts'
import { taskTables } from '../store/schema/tasks.ts'

/** A running task whose Audit Service was not heard for this long is given up. */
const silentMaxMs = 60 * 60 * 1000

/** Ends what nobody will: queued tasks that no service took in time, and running ones whose service is gone. */
export async function sweepTasks(ctx: SystemContext): Promise<void> {
  const now = nowOf(ctx)
  const silent = await silentAuditServices(ctx, new Date(Date.parse(now) - silentMaxMs).toISOString())
  await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    await tx
      .update(tasks)
      .set({ status: 'Expired', finishedAt: now, activeKey: null, error: 'No Audit Service took this task in time.' })
      .where(and(eq(tasks.status, 'Queued'), lt(tasks.expiresAt, now)))
    if (silent.length === 0) return
    await tx
      .update(tasks)
      .set({
        status: 'Failed',
        finishedAt: now,
        activeKey: null,
        error: 'Its Audit Service was not heard for an hour.',
      })
      .where(and(eq(tasks.status, 'Running'), inArray(tasks.auditServiceId, silent)))
  })
}
