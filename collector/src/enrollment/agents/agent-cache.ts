import { eq } from 'drizzle-orm'
import { hashSecret } from '../../access/secrets/hash-secret.ts'
import { createLru } from '../../lib/cache.ts'
import type { SystemContext } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'

/** Maximum number of cached agents: some megabytes. */
const agentsMax = 20_000

export type AgentCache = {
  /** Returns the agent of a bearer token; undefined if there is none. */
  authenticate(token: string): Promise<AgentRecord | undefined>
  /** Returns the agent of a bearer token that is valid now, also if another collector has just ended it. */
  authenticateNow(token: string): Promise<AgentRecord | undefined>
  /** Removes an agent whose token turned out to be invalid. */
  forget(agent: AgentRecord): void
}

/**
 * Caches agents by the hashes of their tokens, since each agent calls repeatedly. The transaction that stores a
 * delivery detects a token that became invalid since, here or by another collector (see `rejectInvalidAgents`).
 */
export function createAgentCache(ctx: SystemContext): AgentCache {
  const cache = createLru<AgentRecord>(agentsMax)
  const find = async (hash: string) => {
    const found = await findAgent(ctx, hash)
    if (found) cache.set(hash, found)
    else cache.delete(hash)
    return found
  }
  return {
    async authenticate(token) {
      const hash = hashSecret(token)
      return cache.get(hash) ?? find(hash)
    },
    authenticateNow: (token) => find(hashSecret(token)),
    forget: ({ tokenHash }) => cache.delete(tokenHash),
  }
}

export type AgentRecord = { id: string; siteId: string; hostname: string; autoTag: string | null; tokenHash: string }

/** Finds an agent by the hash of its bearer token; undefined after it was deleted or has joined again. */
async function findAgent(ctx: SystemContext, tokenHash: string): Promise<AgentRecord | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { agents } = db.tables(enrollmentTables)
    return db
      .select({
        id: agents.id,
        siteId: agents.siteId,
        hostname: agents.hostname,
        autoTag: agents.autoTag,
        tokenHash: agents.tokenHash,
      })
      .from(agents)
      .where(eq(agents.tokenHash, tokenHash))
  })
  return row
}
