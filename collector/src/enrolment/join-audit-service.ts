import { newId } from '@rollcall/shared/ids.ts'
import type { serviceJoinSchema } from '@rollcall/shared/messages/enrolment.ts'
import type { z } from 'zod'
import { recordChanges } from '../changes/record.ts'
import { nowOf, type SystemContext } from '../context.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import { spendJoinToken } from './spend-join-token.ts'

/** Lets an Audit Service in, in the name of who made the join token: Pending until its first heartbeat. */
export async function joinAuditService(
  ctx: SystemContext,
  input: z.infer<typeof serviceJoinSchema>,
): Promise<{ auditServiceId: string; siteId: string; name: string }> {
  const id = newId()
  const now = nowOf(ctx)
  const name = input.name || input.hostname
  return ctx.store.write(async (tx) => {
    const { siteId, createdBy } = await spendJoinToken(tx, { secret: input.secret, kind: 'audit-service', now })
    await tx.insert(tx.tables(enrolmentTables).auditServices).values({
      id,
      siteId,
      name,
      hostname: input.hostname,
      version: input.version,
      userPublicKey: input.userPublicKey,
      curvePublicKey: input.curvePublicKey,
      capabilities: [],
      createdAt: now,
    })
    const added = { verb: 'Added' as const, entity: 'Audit Service', entityId: id, to: name }
    await recordChanges(tx, { siteId, actor: createdBy, timestamp: now, rows: [added] })
    return { auditServiceId: id, siteId, name }
  })
}
