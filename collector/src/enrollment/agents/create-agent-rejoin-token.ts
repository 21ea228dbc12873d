import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { addRejoinToken, type NewJoinToken } from '../join-tokens/create-join-token.ts'
import { requireAgent } from './list-agents.ts'

/**
 * Creates a join token with which an agent rejoins under the same id, for example after its machine was installed again
 * or its token was stolen.
 */
export async function createAgentRejoinToken(ctx: Context, agentId: string): Promise<NewJoinToken & { uses: number }> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.write(async (tx) => {
    await requireAgent(tx, ctx.siteId, agentId)
    return addRejoinToken(ctx, tx, { agentId })
  })
}
