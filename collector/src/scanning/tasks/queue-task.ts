import { newId } from '@rollcall/shared/ids.ts'
import type { TaskKind } from '@rollcall/shared/messages/task.ts'
import { later } from '../../lib/shift-time.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { type TaskInput, taskTables } from '../../store/schema/scanning.ts'
import type { Tx } from '../../store/store.ts'
import { emitTaskEvent } from './emit-task-event.ts'
import { queuedMaxMs } from './end-abandoned-tasks.ts'

/** Origin of a task: a caller, or a schedule by its name. */
export type TaskRequest = { siteId: string; requestedBy: string; scheduleId: string | null; now: string }

type NewTask = {
  kind: TaskKind
  segmentId: string
  deviceId: string | null
  auditServiceId: string
  input: TaskInput
  activeKey: string
}

/**
 * Queues a task in a transaction. Call `ctx.wakeOutbox()` after it to send the task. Undefined if a task with this key
 * has not ended yet.
 */
export async function queueTask(tx: Tx, task: NewTask, { now, ...request }: TaskRequest): Promise<string | undefined> {
  const id = newId()
  const queued = await tx
    .insert(tx.tables(taskTables).tasks)
    .values({
      ...task,
      ...request,
      id,
      status: 'Queued',
      createdAt: now,
      expiresAt: later(now, queuedMaxMs),
      attempt: 1,
      addressesTotal: 0,
      addressesDone: 0,
      hostsFound: 0,
      audited: 0,
      failed: 0,
      heartbeatsMissed: 0,
    })
    .onConflictDoNothing()
    .returning()
  if (queued.length === 0) return undefined
  await enqueue(tx, { kind: 'task', subjectId: id }, now)
  await emitTaskEvent(tx, { id, siteId: request.siteId, kind: task.kind }, 'Queued', now)
  return id
}
