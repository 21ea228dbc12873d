import { and, eq, inArray } from 'drizzle-orm'
import { enqueue } from '../../outbox/enqueue.ts'
import { type Reassignment, reassign, recordIdsOf } from '../../store/reassign.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Db, Tx } from '../../store/store.ts'
import { emitTaskEvent } from './emit-task-event.ts'

type Owner = { auditServiceId: string } | { segmentId: string } | { deviceIds: readonly string[] }

/**
 * Ends every unfinished task of a deleted Audit Service, segment or device, in the transaction of the deletion. Call
 * `ctx.wakeOutbox()` after it. Results so far stay.
 */
export async function endTasksOf(
  tx: Tx,
  of: Owner,
  { status, error }: { status: 'Cancelled' | 'Failed'; error?: string },
  now: string,
): Promise<void> {
  const { tasks } = tx.tables(taskTables)
  const ended = await tx
    .update(tasks)
    .set({ status, error: error ?? null, finishedAt: now, activeKey: null })
    .where(and(tasksOf(tx, of), inArray(tasks.status, ['Queued', 'Running'])))
    .returning({ id: tasks.id, siteId: tasks.siteId, kind: tasks.kind })
  for (const task of ended) {
    await enqueue(tx, { kind: 'cancel', subjectId: task.id }, now)
    await emitTaskEvent(tx, task, status, now)
  }
}

function tasksOf(db: Db, of: Owner) {
  const { tasks } = db.tables(taskTables)
  if ('deviceIds' in of) return inArray(tasks.deviceId, [...of.deviceIds])
  return 'segmentId' in of ? eq(tasks.segmentId, of.segmentId) : eq(tasks.auditServiceId, of.auditServiceId)
}

/** Moves ended tasks from one device to another. */
export const reassignTasks = (tx: Tx, reassignment: Reassignment): Promise<void> =>
  reassign(tx, tx.tables(taskTables).tasks, reassignment)

export const taskIdsOf = (db: Db, deviceId: string): Promise<string[]> =>
  recordIdsOf(db, db.tables(taskTables).tasks, deviceId)
