import { addRejoinToken, type NewJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { requireAuditService } from './read-audit-services.ts'

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
    return addRejoinToken(ctx, tx, { auditServiceId })
  })
}
