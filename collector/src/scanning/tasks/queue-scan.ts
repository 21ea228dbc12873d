import type { Segment } from '@rollcall/shared/api/segment.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Tx } from '../../store/store.ts'
import { sourceOf } from '../segments/segment-source.ts'
import { queueTask, type TaskRequest } from './queue-task.ts'

/**
 * Queues a scan of a segment. Returns the task's id. Throws `no_audit_service` or `scan_running`; the transaction can
 * continue.
 */
export async function queueScan(tx: Tx, segment: Segment, audit: boolean, request: TaskRequest): Promise<string> {
  const { id: segmentId, auditServiceId, addresses, scanOptions: options, credentialIds } = segment
  if (auditServiceId === null) {
    throw new DomainError('no_audit_service', 'This segment has no Audit Service. Assign one before you scan it.')
  }
  const source = sourceOf(segment)
  const input = { addresses, ...(source && { source }), options, credentialIds, audit }
  const activeKey = `scan:${segmentId}`
  const task = { kind: 'scan' as const, segmentId, deviceId: null, auditServiceId, input, activeKey }
  const taskId = await queueTask(tx, task, request)
  if (taskId === undefined) throw new DomainError('scan_running', 'A scan of this segment is already running.')
  return taskId
}
