import { hostCredentialKinds } from '@rollcall/shared/api/choices.ts'
import type { TestCredential } from '@rollcall/shared/api/credential.ts'
import type { TaskAccepted } from '@rollcall/shared/api/task.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { parseTarget } from '@rollcall/shared/targets/expression.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { formatRange } from '@rollcall/shared/targets/ranges.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import type { Db } from '../../store/store.ts'
import { requireSegment } from '../segments/list-segments.ts'
import { hostAddressesOnSegment } from '../tasks/host-addresses.ts'
import { queueAudit } from '../tasks/queue-audit.ts'
import { requireCredential } from './list-credentials.ts'
import { requireMayUse } from './may-use.ts'

/** Queues a test of a credential at one address of a segment, by the segment's Audit Service. */
export async function testCredential(ctx: Context, id: string, given: TestCredential): Promise<TaskAccepted> {
  requireCapability(ctx, 'StartAuditsOrScans')
  const { siteId } = ctx
  const address = addressOf(given.address)
  const taskId = await ctx.store.write(async (tx) => {
    const { kind, name } = await requireCredential(tx, siteId, id)
    if (!hostCredentialKinds.some((each) => each === kind)) {
      throw invalidField('id', `"${name}" is of kind ${kind}: only SNMP and SSH credentials are tested at an address`)
    }
    const segment = await requireSegment(tx, siteId, given.segmentId)
    requireMayUse(ctx, segment, [id])
    if (!(await isOfSegment(tx, segment, address))) {
      throw invalidField(
        '/address',
        `is not an address of the segment "${segment.name}", and no scan of it found a host there`,
      )
    }
    const activeKey = `test:${id}:${address}`
    const test = { segment, addresses: [address], deviceId: null, activeKey, credentialIds: [id] }
    const request = { siteId, requestedBy: ctx.actor.name, scheduleId: null, now: nowOf(ctx) }
    return queueAudit(tx, { ...test, kind: 'credential-test' }, request)
  })
  ctx.log.info({ taskId, credentialId: id, segmentId: given.segmentId }, 'credential test: requested')
  ctx.wakeOutbox()
  return { taskId, status: 'Queued' }
}

function addressOf(text: string): string {
  const target = parseTarget(text)
  if ('problem' in target || target.kind !== 'address') throw invalidField('/address', 'must be one IP address')
  return formatRange(target.range)
}

type Segment = Awaited<ReturnType<typeof requireSegment>>

/** Names and directories lead to addresses that only the Audit Service finds out: there, it must have found the host. */
async function isOfSegment(db: Db, segment: Segment, address: string): Promise<boolean> {
  const [range] = parseTargets([address], { allowNames: false }).ranges
  const listed = parseTargets(segment.addresses, { allowNames: true }).ranges
  const isListed = listed.some(
    ({ family, first, last }) => range?.family === family && first <= range.first && range.first <= last,
  )
  return isListed || (await hostAddressesOnSegment(db, segment.id, [address])).size > 0
}
