import { DomainError } from '@rollcall/shared/errors.ts'
import type { Result } from '@rollcall/shared/messages/result.ts'
import { eq } from 'drizzle-orm'
import type { SystemContext } from '../context.ts'
import type { Delivery, Ingest } from '../ingest/ingest.ts'
import { isIgnored } from '../ingest/sort-out.ts'
import { getAutoTag } from '../segments/note-scan.ts'
import { taskTables } from '../store/schema/tasks.ts'
import { recordHost } from './record.ts'

/**
 * Hands what an Audit Service saw of one host to ingest and counts it in its task, in one transaction. What a late or
 * cancelled task saw is kept all the same: it is true.
 */
export async function acceptHost(
  ctx: SystemContext,
  ingest: Ingest,
  result: Extract<Result, { kind: 'host' }>,
  serviceId: string,
): Promise<void> {
  const [task] = await ctx.store.read((db) => {
    const { tasks } = db.tables(taskTables)
    return db.select().from(tasks).where(eq(tasks.id, result.taskId))
  })
  if (task?.auditServiceId !== serviceId) {
    throw new DomainError('not_found', `Audit Service ${serviceId} has no task ${result.taskId}.`)
  }
  // What an audit finds was found before: a tag that was taken off since stays off.
  const autoTagId = task.kind === 'scan' && task.segmentId ? await getAutoTag(ctx, task.segmentId) : undefined
  const host = { taskId: task.id, address: result.address }
  const delivery: Delivery = {
    siteId: task.siteId,
    observation: result.observation,
    ...(result.raw === undefined ? {} : { raw: Buffer.from(result.raw, 'base64') }),
    auditServiceId: serviceId,
    task: host,
    ...(task.segmentId ? { segmentId: task.segmentId } : {}),
    ...(task.scheduleId ? { scheduleId: task.scheduleId } : {}),
    ...(autoTagId ? { autoTagId } : {}),
    actor: 'Audit Service',
    onStored: (tx, { deviceId, isNew }) => recordHost(tx, { ...host, deviceId, outcome: isNew ? 'new' : 'known' }),
    onIgnored: (tx) => recordHost(tx, { ...host, deviceId: null, outcome: 'ignored' }),
  }
  await ingest.submit(delivery).catch((error: unknown) => {
    // Counted, and there is no more to do with it.
    if (!isIgnored(error)) throw error
  })
}
