import { type CreateJoinToken, createJoinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { hashSecret, newSecret } from '../../access/secrets/hash-secret.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { later } from '../../lib/shift-time.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Tx } from '../../store/store.ts'

export type NewJoinToken = { id: string; secret: string; siteId: string; expiresAt: string }

/** Creates a join token of the current site. The secret is in the answer and nowhere else. */
export async function createJoinToken(ctx: Context, input: CreateJoinToken): Promise<NewJoinToken> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.write((tx) => addJoinToken(ctx, tx, input))
}

/** Creates a join token for one use within an hour, with which this Audit Service or agent rejoins under its id. */
export async function addRejoinToken(
  ctx: Context,
  tx: Tx,
  rejoining: Rejoining,
): Promise<NewJoinToken & { uses: number }> {
  const input = createJoinTokenSchema.parse({ for: rejoining.agentId === undefined ? 'audit-service' : 'agent' })
  return { ...(await addJoinToken(ctx, tx, input, rejoining)), uses: input.uses }
}

/** The one Audit Service or agent that may rejoin with a join token, under its id. */
type Rejoining = { auditServiceId?: string; agentId?: string }

/** Creates a join token in a transaction. */
async function addJoinToken(
  ctx: Context,
  tx: Tx,
  input: CreateJoinToken,
  { auditServiceId, agentId }: Rejoining = {},
): Promise<NewJoinToken> {
  const id = newId()
  const secret = newSecret()
  const { siteId } = ctx
  const now = nowOf(ctx)
  const expiresAt = later(now, input.ttlSeconds * 1000)
  await tx.insert(tx.tables(enrollmentTables).joinTokens).values({
    id,
    secretHash: hashSecret(secret),
    kind: input.for,
    siteId,
    usesLeft: input.uses,
    expiresAt,
    tag: input.tag ?? null,
    auditServiceId: auditServiceId ?? null,
    agentId: agentId ?? null,
    createdAt: now,
    createdBy: ctx.actor.name,
  })
  const to = [
    `for ${input.for}`,
    ...[auditServiceId, agentId].flatMap((rejoins) => (rejoins === undefined ? [] : [`to rejoin as ${rejoins}`])),
    `uses: ${input.uses}`,
    `until ${expiresAt}`,
    ...(input.tag ? [`tag ${input.tag}`] : []),
  ].join(', ')
  const rows = [{ verb: 'Added' as const, entity: 'Join token', entityId: id, to }]
  await recordChanges(tx, { siteId, actor: ctx.actor, timestamp: now, rows })
  return { id, secret, siteId, expiresAt }
}
