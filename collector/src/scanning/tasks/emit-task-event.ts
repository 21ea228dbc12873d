import type { EventData } from '@rollcall/shared/api/event.ts'
import { type TaskStatus, terminalStatuses } from '@rollcall/shared/api/task.ts'
import type { TaskKind } from '@rollcall/shared/messages/task.ts'
import { eq } from 'drizzle-orm'
import { recordEvents } from '../../events/record-events.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Tx } from '../../store/store.ts'
import { countHosts } from './count-hosts.ts'

/** Emits the event for a task's new status, in the transaction that changes it. */
export async function emitTaskEvent(
  tx: Tx,
  { id, siteId, kind }: { id: string; siteId: string; kind: TaskKind },
  status: TaskStatus,
  timestamp: string,
): Promise<void> {
  const hosts = terminalStatuses.includes(status) ? await hostsOf(tx, id) : undefined
  const data = { kind, status, ...(hosts && { hosts }) }
  await recordEvents(tx, { siteId, timestamp, events: [{ type: 'task.changed', subjectId: id, data }] })
}

async function hostsOf(tx: Tx, id: string): Promise<EventData['task.changed']['hosts']> {
  const { tasks } = tx.tables(taskTables)
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, id))
  if (!task) return undefined
  const { hostsFound, audited, notAudited, failed, reasons } = (await countHosts(tx, [task]))(task)
  return { hostsFound, audited, notAudited, failed, reasons }
}
