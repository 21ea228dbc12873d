import { createJoinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { requireCapability } from '../auth/authorise.ts'
import type { Context } from '../context.ts'
import { addJoinToken, type NewJoinToken } from './create-join-token.ts'
import { requireAuditService } from './read.ts'

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
