import { eq } from 'drizzle-orm'
import { hashSecret } from '../../access/secrets/hash-secret.ts'
import { createLru } from '../../lib/cache.ts'
import type { SystemContext } from '../../lib/context.ts'
import { enrolmentTables } from '../../store/schema/enrollment.ts'

/** Maximum number of cached agents: some megabytes. */
const agentsMax = 20_000

export type AgentCache = {
  /** Returns the agent of a bearer token; undefined if there is none. */
  authenticate(token: string): Promise<AgentRecord | undefined>
  /** Removes an agent that turned out to be deleted. */
  forget(agent: AgentRecord): void
}

/**
 * Caches agents by the hashes of their tokens, since each agent calls repeatedly. The transaction that stores a
 * delivery detects an agent that was deleted since, here or by another collector (see `rejectDeletedAgents`).
 */
export function createAgentCache(ctx: SystemContext): AgentCache {
  const cache = createLru<AgentRecord>(agentsMax)
  const hashes = new WeakMap<AgentRecord, string>()
  return {
    async authenticate(token) {
      const hash = hashSecret(token)
      const cached = cache.get(hash)
      if (cached) return cached
      const found = await findAgent(ctx, hash)
      if (!found) return undefined
      cache.set(hash, found)
      hashes.set(found, hash)
      return found
    },
    forget: (agent) => cache.delete(hashes.get(agent) ?? ''),
  }
}

export type AgentRecord = { id: string; siteId: string; hostname: string; autoTag: string | null }

/** Finds an agent by the hash of its bearer token; undefined after it was deleted. */
async function findAgent(ctx: SystemContext, tokenHash: string): Promise<AgentRecord | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { agents } = db.tables(enrolmentTables)
    return db
      .select({ id: agents.id, siteId: agents.siteId, hostname: agents.hostname, autoTag: agents.autoTag })
      .from(agents)
      .where(eq(agents.tokenHash, tokenHash))
  })
  return row
}
