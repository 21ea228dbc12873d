import { eq } from 'drizzle-orm'
import { hashSecret } from '../../access/secrets/hash-secret.ts'
import type { SystemContext } from '../../lib/context.ts'
import { RecentlyUsed } from '../../lib/recently-used.ts'
import { enrolmentTables } from '../../store/schema/enrollment.ts'

/** Some megabytes of agents. */
const agentsMax = 20_000

export type AgentCache = {
  /** The agent a bearer token belongs to; undefined when none does. */
  authenticate(token: string): Promise<AgentRecord | undefined>
  /** To be called when there turned out to be no such agent any more. */
  forget(agent: AgentRecord): void
}

/**
 * Remembers agents by the hashes of their tokens, as they speak again and again. One that was removed since is found
 * out by the transaction that would store what it sent (see `refuseRemovedAgents`), also where another collector
 * removed it.
 */
export function createAgentCache(ctx: SystemContext): AgentCache {
  const known = new RecentlyUsed<AgentRecord>(agentsMax)
  const hashes = new WeakMap<AgentRecord, string>()
  return {
    async authenticate(token) {
      const hash = hashSecret(token)
      const remembered = known.get(hash)
      if (remembered) return remembered
      const found = await findAgent(ctx, hash)
      if (!found) return undefined
      known.set(hash, found)
      hashes.set(found, hash)
      return found
    },
    forget: (agent) => known.delete(hashes.get(agent) ?? ''),
  }
}

export type AgentRecord = { id: string; siteId: string; hostname: string; autoTag: string | null }

/** An agent by the hash of its bearer token; undefined when it was removed. */
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
