import type { ScanRequest } from '@rollcall/shared/api/segment.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { requireCapability } from '../auth/authorise.ts'
import { type Context, nowOf } from '../context.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { getSegment } from '../segments/read.ts'
import { taskTables } from '../store/schema/tasks.ts'

/** A task that no Audit Service took by then is Expired. */
const queuedMaxMs = 60 * 60 * 1000

/** Queues a scan of a segment; the Audit Service gets it through the outbox once this is committed. */
export async function requestScan(
  ctx: Context,
  segmentId: string,
  input: ScanRequest,
): Promise<{ taskId: string; status: 'Queued' }> {
  requireCapability(ctx, 'StartAuditsOrScans')
  const segment = await getSegment(ctx, segmentId)
  if (segment.auditServiceId === null) {
    throw new DomainError('no_audit_service', 'This segment has no Audit Service; assign one before scanning it.')
  }
  if (segment.addresses.length === 0) {
    throw new DomainError(
      'validation_failed',
      `Segments of type ${segment.type} cannot be scanned by this version yet.`,
    )
  }
  const taskId = newId()
  const now = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const queued = await tx
      .insert(tx.tables(taskTables).tasks)
      .values({
        id: taskId,
        siteId: ctx.siteId,
        kind: 'scan',
        status: 'Queued',
        segmentId,
        auditServiceId: segment.auditServiceId,
        requestedBy: ctx.actor.name,
        createdAt: now,
        expiresAt: new Date(Date.parse(now) + queuedMaxMs).toISOString(),
        attempt: 1,
        input: {
          addresses: segment.addresses,
          options: segment.scanOptions,
          credentialIds: segment.credentialIds,
          audit: input.audit,
        },
        activeKey: `scan:${segmentId}`,
        addressesTotal: 0,
        addressesDone: 0,
        hostsFound: 0,
        audited: 0,
        failed: 0,
        heartbeatsMissed: 0,
      })
      .onConflictDoNothing()
      .returning()
    if (queued.length === 0) throw new DomainError('scan_running', 'A scan of this segment is already running.')
    await enqueue(tx, { kind: 'task', subjectId: taskId }, now)
  })
  ctx.wakeOutbox()
  return { taskId, status: 'Queued' }
}
