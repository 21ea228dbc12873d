import type { ScanRequest } from '@rollcall/shared/api/segment.ts'
import type { TaskAccepted } from '@rollcall/shared/api/task.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { requireSegment } from '../segments/list-segments.ts'
import { queueScan } from './queue-scan.ts'

/** Queues a scan of a segment. The outbox sends it to the Audit Service after the commit. */
export async function requestScan(ctx: Context, segmentId: string, input: ScanRequest): Promise<TaskAccepted> {
  requireCapability(ctx, 'StartAuditsOrScans')
  const request = { siteId: ctx.siteId, requestedBy: ctx.actor.name, scheduleId: null, now: nowOf(ctx) }
  const taskId = await ctx.store.write(async (tx) =>
    queueScan(tx, await requireSegment(tx, ctx.siteId, segmentId), input.audit, request),
  )
  ctx.log.info({ taskId, segmentId, requestedBy: request.requestedBy }, 'scan: requested')
  ctx.wakeOutbox()
  return { taskId, status: 'Queued' }
}
