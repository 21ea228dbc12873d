import { type EventData, unreadHostsMax } from '@rollcall/shared/api/event.ts'
import { type TaskStatus, terminalStatuses } from '@rollcall/shared/api/task.ts'
import { auditReasonCodes, isUnread } from '@rollcall/shared/messages/host-audit.ts'
import type { TaskKind } from '@rollcall/shared/messages/task.ts'
import { and, asc, eq } from 'drizzle-orm'
import { recordEvents } from '../../change-log/record-events.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Tx } from '../../store/store.ts'
import { countHosts } from './count-hosts.ts'
import { describeAudits } from './describe-audits.ts'

type HostsOfTask = NonNullable<EventData['task.changed']['hosts']>

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

async function hostsOf(tx: Tx, id: string): Promise<HostsOfTask | undefined> {
  const { tasks } = tx.tables(taskTables)
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, id))
  if (!task) return undefined
  const { hostsFound, audited, notAudited, failed, reasons } = (await countHosts(tx, [task]))(task)
  const unread = await unreadHosts(tx, task, reasons)
  return { hostsFound, audited, notAudited, failed, reasons, unread }
}

/** Reads some hosts that a task could not read, those with the most telling reasons first. */
async function unreadHosts(
  tx: Tx,
  { id, siteId }: { id: string; siteId: string },
  counted: HostsOfTask['reasons'],
): Promise<HostsOfTask['unread']> {
  const { taskHosts } = tx.tables(taskTables)
  const given = new Set(counted.filter(isUnread).map(({ reason }) => reason))
  const hosts: (typeof taskHosts.$inferSelect)[] = []
  for (const reason of auditReasonCodes.filter((code) => given.has(code))) {
    const rows = tx
      .select()
      .from(taskHosts)
      .where(and(eq(taskHosts.taskId, id), eq(taskHosts.reason, reason)))
    hosts.push(...(await rows.orderBy(asc(taskHosts.address)).limit(unreadHostsMax - hosts.length)))
    if (hosts.length === unreadHostsMax) break
  }
  const describe = await describeAudits(tx, siteId, hosts)
  return hosts.map((host) => {
    const { state, reason, text } = describe(host)
    return { address: host.address, deviceId: host.deviceId, state, reason, text }
  })
}
