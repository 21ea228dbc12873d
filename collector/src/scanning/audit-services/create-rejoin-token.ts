import { createJoinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { addJoinToken, type NewJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { requireAuditService } from './read-audit-services.ts'

/** Defaults of a join token for an Audit Service: one use, one hour. */
const rejoinToken = createJoinTokenSchema.parse({ for: 'audit-service' })

/**
 * Creates a join token with which an Audit Service rejoins under the same id, for example after its machine was lost.
 */
export async function createRejoinToken(
  ctx: Context,
  auditServiceId: string,
): Promise<NewJoinToken & { uses: number }> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.write(async (tx) => {
    await requireAuditService(tx, ctx.siteId, auditServiceId)
    return { ...(await addJoinToken(ctx, tx, rejoinToken, { auditServiceId })), uses: rejoinToken.uses }
  })
}
