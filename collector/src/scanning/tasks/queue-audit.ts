import type { Segment } from '@rollcall/shared/api/segment.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { parseTarget } from '@rollcall/shared/targets/expression.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { formatRange } from '@rollcall/shared/targets/ranges.ts'
import type { Tx } from '../../store/store.ts'
import { queueTask, type TaskRequest } from './queue-task.ts'

/** Far below the limit of a task, so that its message is small enough for any addresses. */
export const devicesPerAuditMax = 20_000

type AuditOf = {
  segment: Segment
  addresses: readonly string[]
  /** Set for an audit of one device. */
  deviceId: string | null
  /** Key of work that must not run twice at once. */
  activeKey: string
  /** Default: those of the segment. */
  credentialIds?: readonly string[] | undefined
  kind?: 'audit' | 'credential-test'
}

/**
 * Queues an audit of devices of one segment, with the segment's Audit Service, credentials and options. Returns the
 * task's id. Throws `no_audit_service`, `audit_running`, or a 400 if nothing may be audited; the transaction can
 * continue.
 */
export async function queueAudit(
  tx: Tx,
  { segment, addresses, deviceId, activeKey, kind = 'audit', credentialIds = segment.credentialIds }: AuditOf,
  request: TaskRequest,
): Promise<string> {
  const { id: segmentId, auditServiceId, scanOptions: options } = segment
  if (auditServiceId === null) {
    throw new DomainError('no_audit_service', `The segment "${segment.name}" has no Audit Service. Assign one to it.`)
  }
  if (options.pingOnly) {
    const message = `The segment "${segment.name}" is only pinged. Turn off pingOnly in its scan options to audit its devices.`
    throw new DomainError('validation_failed', message)
  }
  if (segment.cloud) {
    const message = `The segment "${segment.name}" is in a cloud. Scan the segment instead.`
    throw new DomainError('validation_failed', message)
  }
  const targets = withinSegment(segment, addresses)
  if (targets.length === 0) {
    const message = `None of the addresses belongs to the segment "${segment.name}".`
    throw new DomainError('validation_failed', message)
  }
  const input = { addresses: targets, options, credentialIds: [...credentialIds], audit: true }
  const task = { kind, segmentId, deviceId, auditServiceId, input, activeKey }
  const taskId = await queueTask(tx, task, request)
  if (taskId === undefined) throw new DomainError('audit_running', runningText[kind])
  return taskId
}

const runningText = {
  audit: 'An audit of this device or of these hosts is already running.',
  'credential-test': 'A test of this credential at this address is already running.',
}

/**
 * Returns the addresses within the segment, as ranges. A device may have reported its address itself, and the segment's
 * credentials are sent nowhere else. Names in a segment, and computers in a directory, resolve to addresses that only
 * the Audit Service finds out, so such segments accept any host address.
 */
function withinSegment(segment: Segment, addresses: readonly string[]): string[] {
  const named = parseTargets(segment.addresses, { allowNames: true })
  const inside = addresses.filter((address) => {
    const target = parseTarget(address)
    if ('problem' in target || target.kind !== 'address') return false
    if (named.names.length > 0 || segment.type === 'active-directory') return true
    const { family, first } = target.range
    return named.ranges.some((range) => range.family === family && range.first <= first && first <= range.last)
  })
  return parseTargets(inside, { allowNames: false }).ranges.map(formatRange)
}
