import type { SystemContext } from '../lib/context.ts'
import type { TrustedTime } from '../lib/trusted-time.ts'
import { deleteReplacedAgents } from './agents/delete-replaced-agents.ts'
import { deleteExpiredJoinTokens } from './join-tokens/delete-expired-join-tokens.ts'

/** Deletes expired join tokens and agents replaced long ago; a periodic job. */
export async function cleanUpEnrollment(ctx: SystemContext, time: TrustedTime): Promise<void> {
  await deleteExpiredJoinTokens(ctx, time)
  await deleteReplacedAgents(ctx, time)
}
