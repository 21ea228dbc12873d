import { DomainError } from '@rollcall/shared/errors.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import { emitTaskEvent } from './emit-task-event.ts'
import { getTask } from './list-tasks.ts'

/** Cancels a task that has not ended. Its results so far stay. */
export async function cancelTask(ctx: Context, id: string): Promise<void> {
  requireCapability(ctx, 'StartAuditsOrScans')
  await getTask(ctx, id)
  const now = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    const cancelled = await tx
      .update(tasks)
      .set({ status: 'Cancelled', finishedAt: now, activeKey: null })
      .where(and(eq(tasks.id, id), eq(tasks.siteId, ctx.siteId), inArray(tasks.status, ['Queued', 'Running'])))
      .returning()
    if (cancelled.length === 0) throw new DomainError('task_finished', 'This task has already ended.')
    await enqueue(tx, { kind: 'cancel', subjectId: id }, now)
    for (const task of cancelled) await emitTaskEvent(tx, task, 'Cancelled', now)
  })
  ctx.wakeOutbox()
}
