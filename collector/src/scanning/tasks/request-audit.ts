import type { TaskAccepted } from '@rollcall/shared/api/task.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import type { Tx } from '../../store/store.ts'
import { findSegment } from '../segments/list-segments.ts'
import { queueAudit } from './queue-audit.ts'

/** Queues an audit of one device by the Audit Service of the segment on which it was last found. */
export async function requestAudit(ctx: Context, deviceId: string): Promise<TaskAccepted> {
  requireCapability(ctx, 'StartAuditsOrScans')
  const taskId = await ctx.store.write((tx) => queueDeviceAudit(tx, ctx, deviceId))
  ctx.log.info({ taskId, deviceId, requestedBy: ctx.actor.name }, 'audit: requested')
  ctx.wakeOutbox()
  return { taskId, status: 'Queued' }
}

/**
 * Queues the audit in a transaction and returns the task's id. Call `ctx.wakeOutbox()` after it. After an error that the
 * caller can correct, the transaction can continue.
 */
export async function queueDeviceAudit(tx: Tx, ctx: Context, deviceId: string): Promise<string> {
  const { siteId } = ctx
  const device = await requireDevice(tx, siteId, deviceId)
  const segment = device.lastSegmentId === null ? undefined : await findSegment(tx, siteId, device.lastSegmentId)
  if (!segment) {
    const message = 'No Audit Service can reach this device: it was found on no existing segment.'
    throw new DomainError('no_audit_service', message)
  }
  if (device.ipAddress === null) throw new DomainError('validation_failed', 'This device has no IP address.')
  const audit = { segment, addresses: [device.ipAddress], deviceId: device.id, activeKey: `audit:${device.id}` }
  const request = { siteId, requestedBy: ctx.actor.name, scheduleId: null, now: nowOf(ctx) }
  return queueAudit(tx, audit, request)
}
