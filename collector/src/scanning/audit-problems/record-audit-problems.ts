import { type HostAudit, isAudited, isUnread } from '@rollcall/shared/messages/host-audit.ts'
import { type NewEvent, recordEvents } from '../../change-log/record-events.ts'
import { briefDevices } from '../../device-records/device-names.ts'
import { lastServiceAudits } from '../../device-records/device-states.ts'
import { auditProblemTables } from '../../store/schema/scanning.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { describeAudits } from '../tasks/describe-audits.ts'

type Task = { id: string; siteId: string; createdAt: string }
type AuditedDevice = { deviceId: string; audit: HostAudit }

/**
 * Opens a problem of each device that an earlier scan could read and this task could not, and closes those of devices
 * that it read. Part of the transaction that stores the results.
 */
export async function recordAuditProblems(
  tx: Tx,
  task: Task,
  devices: readonly AuditedDevice[],
  at: string,
): Promise<void> {
  const read = new Set(devices.filter(({ audit }) => isAudited(audit)).map(({ deviceId }) => deviceId))
  const unread = new Map(
    devices
      .filter(({ deviceId, audit }) => !read.has(deviceId) && isUnread(audit))
      .map(({ deviceId, audit }) => [deviceId, audit]),
  )
  const closed = read.size > 0 ? await closeProblems(tx, [...read]) : []
  const opened = unread.size > 0 ? await openProblems(tx, task, unread, at) : []
  const events = [...(await readableEvents(tx, closed)), ...(await unreadableEvents(tx, task, opened))]
  if (events.length > 0) await recordEvents(tx, { siteId: task.siteId, timestamp: at, events })
}

async function closeProblems(tx: Tx, deviceIds: readonly string[]): Promise<string[]> {
  const { auditProblems } = tx.tables(auditProblemTables)
  const closed = await tx
    .delete(auditProblems)
    .where(among(auditProblems.deviceId, deviceIds))
    .returning({ id: auditProblems.deviceId })
  return closed.map(({ id }) => id)
}

/** Returns the devices with a new problem, or with another reason than before. */
async function openProblems(
  tx: Tx,
  { id: taskId, siteId, createdAt }: Task,
  unread: ReadonlyMap<string, HostAudit>,
  at: string,
): Promise<AuditedDevice[]> {
  const { auditProblems } = tx.tables(auditProblemTables)
  const lastRead = await lastServiceAudits(tx, [...unread.keys()])
  const found = [...unread].flatMap(([deviceId, audit]) => {
    const readAt = lastRead.get(deviceId)
    // A device with several addresses may have been read at another one since the task began.
    return readAt === undefined || readAt >= createdAt ? [] : [{ deviceId, audit }]
  })
  if (found.length === 0) return []
  const ids = found.map(({ deviceId }) => deviceId)
  const rows = await tx.select().from(auditProblems).where(among(auditProblems.deviceId, ids))
  const before = new Map(rows.map(({ deviceId, reason }) => [deviceId, reason]))
  await tx.upsertRows(
    auditProblems,
    found.map(({ deviceId, audit }) => ({ deviceId, siteId, since: at, taskId, ...audit })),
    { target: ['deviceId'], set: ['taskId', 'reason', 'attempts'] },
  )
  return found.filter(({ deviceId, audit }) => before.get(deviceId) !== audit.reason)
}

async function readableEvents(tx: Tx, deviceIds: readonly string[]): Promise<NewEvent[]> {
  if (deviceIds.length === 0) return []
  const devices = await briefDevices(tx, deviceIds)
  return deviceIds.map((subjectId) => ({
    type: 'device.readable',
    subjectId,
    data: { name: devices.get(subjectId)?.name ?? '' },
  }))
}

async function unreadableEvents(
  tx: Tx,
  { id: taskId, siteId }: Task,
  opened: readonly AuditedDevice[],
): Promise<NewEvent[]> {
  if (opened.length === 0) return []
  const devices = await briefDevices(
    tx,
    opened.map(({ deviceId }) => deviceId),
  )
  const describe = await describeAudits(
    tx,
    siteId,
    opened.map(({ audit }) => audit),
  )
  return opened.map(({ deviceId: subjectId, audit }) => {
    const { reason, text } = describe(audit)
    const { name } = devices.get(subjectId) ?? { name: '' }
    return { type: 'device.unreadable', subjectId, data: { name, taskId, reason, text } }
  })
}
