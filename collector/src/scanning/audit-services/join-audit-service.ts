import { newId } from '@rollcall/shared/ids.ts'
import type { serviceJoinSchema } from '@rollcall/shared/messages/enrollment.ts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordChanges } from '../../change-log/record-changes.ts'
import { spendJoinToken } from '../../enrollment/join-tokens/spend-join-token.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Tx } from '../../store/store.ts'
import { endTasksOf } from '../tasks/tasks-of-owner.ts'
import { emitStatusEvent } from './emit-status.ts'
import { requireAuditService } from './read-audit-services.ts'
import { revokeAccess } from './revoke-access.ts'

type Input = z.infer<typeof serviceJoinSchema>
type Joined = { auditServiceId: string; siteId: string; name: string }
type Admitted = { siteId: string; createdBy: string; now: string }

/**
 * Joins an Audit Service on behalf of the creator of the join token. It is Pending until its first heartbeat. With a
 * token for an existing service it replaces that one: same id, name and segments, but new keys.
 */
export async function joinAuditService(ctx: SystemContext, input: Input): Promise<Joined> {
  const now = nowOf(ctx)
  const joined = await ctx.store.write(async (tx) => {
    const spent = await spendJoinToken(tx, { secret: input.secret, kind: 'audit-service', now })
    const admitted = { ...spent, now }
    return spent.auditServiceId === null
      ? joinAsNew(tx, input, admitted)
      : rejoin(tx, spent.auditServiceId, input, admitted)
  })
  ctx.wakeOutbox()
  return joined
}

const describe = ({ hostname, version, userPublicKey, curvePublicKey }: Input) => ({
  hostname,
  version,
  userPublicKey,
  curvePublicKey,
  capabilities: [],
  networks: null,
  lastSeen: null,
  toldStatus: 'Pending' as const,
})

async function joinAsNew(tx: Tx, input: Input, { siteId, createdBy, now }: Admitted): Promise<Joined> {
  const id = newId()
  const name = input.name || input.hostname
  const row = { ...describe(input), id, siteId, name, createdAt: now }
  await tx.insert(tx.tables(enrollmentTables).auditServices).values(row)
  const added = { verb: 'Added' as const, entity: 'Audit Service', entityId: id, to: name }
  await recordChanges(tx, { siteId, actor: { kind: 'system', id: '', name: createdBy }, timestamp: now, rows: [added] })
  await emitStatusEvent(tx, row, 'Pending', now)
  return { auditServiceId: id, siteId, name }
}

/**
 * Replaces an existing service: its previous access ends, and so do its tasks, whose credentials were sealed to the old
 * key.
 */
async function rejoin(tx: Tx, id: string, input: Input, { siteId, createdBy, now }: Admitted): Promise<Joined> {
  const { auditServices } = tx.tables(enrollmentTables)
  const before = await requireAuditService(tx, siteId, id)
  await tx.update(auditServices).set(describe(input)).where(eq(auditServices.id, id))
  await revokeAccess(tx, id, now)
  const end = { status: 'Failed' as const, error: 'Its Audit Service rejoined. Start the task again.' }
  await endTasksOf(tx, { auditServiceId: id }, end, now)
  const service = { entity: 'Audit Service', entityId: id, subject: before.name }
  const keys = { verb: 'Modified' as const, ...service, field: 'keys', to: 'joined again' }
  await recordChanges(tx, { siteId, actor: { kind: 'system', id: '', name: createdBy }, timestamp: now, rows: [keys] })
  await emitStatusEvent(tx, before, 'Pending', now)
  return { auditServiceId: id, siteId, name: before.name }
}
