import type { TaskAccepted } from '@rollcall/shared/api/task.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { findSegment } from '../segments/list-segments.ts'
import { queueAudit } from './queue-audit.ts'

/** Queues an audit of one device by the Audit Service of the segment on which it was last found. */
export async function requestAudit(ctx: Context, deviceId: string): Promise<TaskAccepted> {
  requireCapability(ctx, 'StartAuditsOrScans')
  const { siteId } = ctx
  const request = { siteId, requestedBy: ctx.actor.name, scheduleId: null, now: nowOf(ctx) }
  const taskId = await ctx.store.write(async (tx) => {
    const device = await requireDevice(tx, siteId, deviceId)
    const segment = device.lastSegmentId === null ? undefined : await findSegment(tx, siteId, device.lastSegmentId)
    if (!segment) {
      const message = 'No Audit Service can reach this device: it was found on no existing segment.'
      throw new DomainError('no_audit_service', message)
    }
    if (device.ipAddress === null) throw new DomainError('validation_failed', 'This device has no IP address.')
    const audit = { segment, addresses: [device.ipAddress], deviceId: device.id, activeKey: `audit:${device.id}` }
    return queueAudit(tx, audit, request)
  })
  ctx.log.info({ taskId, deviceId, requestedBy: request.requestedBy }, 'audit: requested')
  ctx.wakeOutbox()
  return { taskId, status: 'Queued' }
}
