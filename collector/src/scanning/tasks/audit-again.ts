import { hostCredentialKinds } from '@rollcall/shared/api/choices.ts'
import type { TaskAccepted } from '@rollcall/shared/api/task.ts'
import type { AuditAgain } from '@rollcall/shared/api/task-host.ts'
import { DomainError, invalidFields } from '@rollcall/shared/errors.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import type { Db } from '../../store/store.ts'
import { kindsOfCredentials } from '../credentials/list-credentials.ts'
import { requireMayUse } from '../credentials/may-use.ts'
import { findSegment } from '../segments/list-segments.ts'
import { hostAddressesOfTask } from './host-addresses.ts'
import { getTask } from './list-tasks.ts'
import { queueAudit } from './queue-audit.ts'

/** Queues an audit of some hosts of a task, with credentials of the caller's choice. */
export async function auditAgain(ctx: Context, id: string, given: AuditAgain): Promise<TaskAccepted> {
  requireCapability(ctx, 'StartAuditsOrScans')
  const { siteId } = ctx
  const { segmentId } = await getTask(ctx, id)
  const { addresses, credentialIds } = given
  const taskId = await ctx.store.write(async (tx) => {
    const segment = segmentId === null ? undefined : await findSegment(tx, siteId, segmentId)
    if (!segment) throw new DomainError('no_audit_service', 'The segment of this task was deleted.')
    await requireHosts(tx, id, addresses)
    if (credentialIds) {
      await requireHostCredentials(tx, siteId, credentialIds)
      requireMayUse(ctx, segment, credentialIds)
    }
    const audit = { segment, addresses, deviceId: null, activeKey: `audit-again:${id}`, credentialIds }
    const request = { siteId, requestedBy: ctx.actor.name, scheduleId: null, now: nowOf(ctx) }
    return queueAudit(tx, audit, request)
  })
  ctx.log.info({ taskId, ofTask: id, hosts: addresses.length, requestedBy: ctx.actor.name }, 'audit again: requested')
  ctx.wakeOutbox()
  return { taskId, status: 'Queued' }
}

async function requireHosts(db: Db, taskId: string, addresses: readonly string[]): Promise<void> {
  const found = await hostAddressesOfTask(db, taskId, addresses)
  const faults = addresses.flatMap((address, index) =>
    found.has(address) ? [] : [{ path: `/addresses/${index}`, message: 'is not the address of a host of this task' }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

async function requireHostCredentials(db: Db, siteId: string, ids: readonly string[]): Promise<void> {
  const kinds = await kindsOfCredentials(db, siteId, ids)
  const faults = ids.flatMap((id, index) => {
    const kind = kinds.get(id)
    if (hostCredentialKinds.some((each) => each === kind)) return []
    const message = kind === undefined ? 'is not a credential of this site' : `is of kind ${kind}, not for SNMP or SSH`
    return [{ path: `/credentialIds/${index}`, message }]
  })
  if (faults.length > 0) throw invalidFields(faults)
}
