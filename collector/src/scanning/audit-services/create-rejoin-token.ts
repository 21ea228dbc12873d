import { createJoinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { addJoinToken, type NewJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { requireAuditService } from './read-audit-services.ts'

/** One use, one hour: what a join token of an Audit Service has by default. */
const rejoinToken = createJoinTokenSchema.parse({ for: 'audit-service' })

/** Makes a join token with which an Audit Service joins anew and stays who it is, as after the loss of its machine. */
export async function createRejoinToken(
  ctx: Context,
  auditServiceId: string,
): Promise<NewJoinToken & { uses: number }> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.write(async (tx) => {
    await requireAuditService(tx, ctx.siteId, auditServiceId)
    return { ...(await addJoinToken(ctx, tx, rejoinToken, auditServiceId)), uses: rejoinToken.uses }
  })
}
