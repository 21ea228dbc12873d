import type { TaskStatus } from '@rollcall/shared/api/task.ts'
import type { TaskKind } from '@rollcall/shared/messages/task.ts'
import { recordEvents } from '../../events/record-events.ts'
import type { Tx } from '../../store/store.ts'

/** Emits the event for a task's new status, in the transaction that changes it. */
export async function emitTaskEvent(
  tx: Tx,
  { id, siteId, kind }: { id: string; siteId: string; kind: TaskKind },
  status: TaskStatus,
  timestamp: string,
): Promise<void> {
  const event = { type: 'task.changed' as const, subjectId: id, data: { kind, status } }
  await recordEvents(tx, { siteId, timestamp, events: [event] })
}
