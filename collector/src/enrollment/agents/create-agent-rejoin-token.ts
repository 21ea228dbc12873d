import { createJoinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { addJoinToken, type NewJoinToken } from '../join-tokens/create-join-token.ts'
import { requireAgent } from './list-agents.ts'

/** Defaults of a join token for an agent: one use, one hour. */
const rejoinToken = createJoinTokenSchema.parse({ for: 'agent' })

/**
 * Creates a join token with which an agent rejoins under the same id, for example after its machine was installed again
 * or its token was stolen.
 */
export async function createAgentRejoinToken(ctx: Context, agentId: string): Promise<NewJoinToken & { uses: number }> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.write(async (tx) => {
    await requireAgent(tx, ctx.siteId, agentId)
    return { ...(await addJoinToken(ctx, tx, rejoinToken, { agentId })), uses: rejoinToken.uses }
  })
}
