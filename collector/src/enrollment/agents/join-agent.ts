import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { agentJoinSchema } from '@rollcall/shared/messages/enrollment.ts'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { hashSecret, newSecret } from '../../access/secrets/hash-secret.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Tx } from '../../store/store.ts'
import { spendJoinToken } from '../join-tokens/spend-join-token.ts'

type Input = z.infer<typeof agentJoinSchema>
type Joined = { agentId: string; siteId: string; token: string }
type Admitted = { siteId: string; tag: string | null; createdBy: string; now: string; token: string }

/**
 * Joins an agent on behalf of the creator of the join token. With a token for an existing agent it becomes that one: it
 * keeps id, name and device, and its previous token ends. The agent's bearer token is in the answer and nowhere else.
 */
export async function joinAgent(ctx: SystemContext, input: Input): Promise<Joined> {
  const token = newSecret()
  const now = nowOf(ctx)
  return ctx.store.write(async (tx) => {
    const { agentId, ...spent } = await spendJoinToken(tx, { secret: input.secret, kind: 'agent', now })
    const admitted = { ...spent, now, token }
    return agentId === null ? joinAsNew(tx, input, admitted) : rejoin(tx, agentId, input, admitted)
  })
}

const describe = ({ hostname, version, machineId }: Input, token: string) => ({
  hostname,
  version,
  machineId: machineId ?? null,
  tokenHash: hashSecret(token),
})

async function joinAsNew(tx: Tx, input: Input, { siteId, tag, createdBy, now, token }: Admitted): Promise<Joined> {
  const id = newId()
  const row = { ...describe(input, token), id, siteId, autoTag: tag, createdAt: now }
  await tx.insert(tx.tables(enrollmentTables).agents).values(row)
  const added = { verb: 'Added' as const, entity: 'Agent', entityId: id, to: input.hostname }
  await recordChanges(tx, { siteId, actor: { kind: 'system', id: '', name: createdBy }, timestamp: now, rows: [added] })
  return { agentId: id, siteId, token }
}

/** Gives an existing agent a new token. It is Pending until its next contact, and copies of its state are refused. */
async function rejoin(tx: Tx, id: string, input: Input, { siteId, createdBy, now, token }: Admitted): Promise<Joined> {
  const { agents } = tx.tables(enrollmentTables)
  const [found] = await tx
    .update(agents)
    .set({
      ...describe(input, token),
      ...{ lastSeen: null, watchedAt: null, forks: null, copiedAt: null, refusedAt: null, refusal: null },
    })
    .where(and(eq(agents.id, id), eq(agents.siteId, siteId)))
    .returning({ id: agents.id })
  if (!found)
    throw new DomainError('join_refused', 'The agent of this join token was deleted. Create a new join token.')
  const joined = { field: 'token', to: 'joined again' }
  const keys = { verb: 'Modified' as const, entity: 'Agent', entityId: id, subject: input.hostname, ...joined }
  await recordChanges(tx, { siteId, actor: { kind: 'system', id: '', name: createdBy }, timestamp: now, rows: [keys] })
  return { agentId: id, siteId, token }
}
