import { terminalStatuses } from '@rollcall/shared/api/task.ts'
import type { Heartbeat } from '@rollcall/shared/messages/enrollment.ts'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { taskTables } from '../../store/schema/scanning.ts'

/**
 * Records which of its tasks a service reports as running. The sweep ends a task that is missing from many heartbeats;
 * while the service still has results to send, nothing counts as missing. Returns running tasks that have already ended
 * here.
 */
export async function recordReportedTasks(
  ctx: SystemContext,
  serviceId: string,
  { runningTasks, spoolBytes }: Pick<Heartbeat, 'runningTasks' | 'spoolBytes'>,
): Promise<string[]> {
  const listed = new Set(runningTasks)
  const rows = await ctx.store.read((db) => {
    const { tasks } = db.tables(taskTables)
    const named = listed.size > 0 ? inArray(tasks.id, [...listed]) : undefined
    return db
      .select({ id: tasks.id, status: tasks.status, missed: tasks.heartbeatsMissed })
      .from(tasks)
      .where(and(eq(tasks.auditServiceId, serviceId), or(eq(tasks.status, 'Running'), named)))
  })
  const counted = rows.flatMap(({ id, status, missed }) => {
    if (status !== 'Running' || (!listed.has(id) && spoolBytes > 0)) return []
    const now = listed.has(id) ? 0 : missed + 1
    return now === missed ? [] : [{ id, now }]
  })
  if (counted.length > 0) {
    await ctx.store.write(async (tx) => {
      const { tasks } = tx.tables(taskTables)
      for (const { id, now } of counted) await tx.update(tasks).set({ heartbeatsMissed: now }).where(eq(tasks.id, id))
    })
  }
  return rows.filter(({ id, status }) => listed.has(id) && isTerminal(status)).map(({ id }) => id)
}

const isTerminal = (status: string): boolean => terminalStatuses.some((each) => each === status)
