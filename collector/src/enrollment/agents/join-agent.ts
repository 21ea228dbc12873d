import { newId } from '@rollcall/shared/ids.ts'
import type { agentJoinSchema } from '@rollcall/shared/messages/enrollment.ts'
import type { z } from 'zod'
import { hashSecret, newSecret } from '../../access/secrets/hash-secret.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { enrolmentTables } from '../../store/schema/enrollment.ts'
import { spendJoinToken } from '../join-tokens/spend-join-token.ts'

/**
 * Joins an agent on behalf of the creator of the join token. The agent's bearer token is in the answer and nowhere
 * else.
 */
export async function joinAgent(
  ctx: SystemContext,
  input: z.infer<typeof agentJoinSchema>,
): Promise<{ agentId: string; siteId: string; token: string }> {
  const agentId = newId()
  const token = newSecret()
  const now = nowOf(ctx)
  return ctx.store.write(async (tx) => {
    const { siteId, tag, createdBy } = await spendJoinToken(tx, { secret: input.secret, kind: 'agent', now })
    await tx.insert(tx.tables(enrolmentTables).agents).values({
      id: agentId,
      siteId,
      hostname: input.hostname,
      version: input.version,
      machineId: input.machineId ?? null,
      tokenHash: hashSecret(token),
      autoTag: tag,
      createdAt: now,
    })
    const added = { verb: 'Added' as const, entity: 'Agent', entityId: agentId, to: input.hostname }
    await recordChanges(tx, {
      siteId,
      actor: { kind: 'system', id: '', name: createdBy },
      timestamp: now,
      rows: [added],
    })
    return { agentId, siteId, token }
  })
}
