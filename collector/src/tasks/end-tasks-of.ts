import { and, eq, inArray } from 'drizzle-orm'
import { recordEvents } from '../events/record.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { taskTables } from '../store/schema/tasks.ts'
import type { Tx } from '../store/store.ts'

/**
 * Ends every unfinished task of an Audit Service, or of a segment, that goes: part of the transaction in which it
 * does; call `ctx.wakeOutbox()` after it. What was found until then stays.
 */
export async function endTasksOf(
  tx: Tx,
  of: { auditServiceId: string } | { segmentId: string },
  { status, error }: { status: 'Cancelled' | 'Failed'; error?: string },
  now: string,
): Promise<void> {
  const { tasks } = tx.tables(taskTables)
  const whose = 'segmentId' in of ? eq(tasks.segmentId, of.segmentId) : eq(tasks.auditServiceId, of.auditServiceId)
  const ended = await tx
    .update(tasks)
    .set({ status, error: error ?? null, finishedAt: now, activeKey: null })
    .where(and(whose, inArray(tasks.status, ['Queued', 'Running'])))
    .returning({ id: tasks.id, siteId: tasks.siteId, kind: tasks.kind })
  for (const { id, siteId, kind } of ended) {
    await enqueue(tx, { kind: 'cancel', subjectId: id }, now)
    const event = { type: 'task.changed' as const, subjectId: id, data: { kind, status } }
    await recordEvents(tx, { siteId, timestamp: now, events: [event] })
  }
}
