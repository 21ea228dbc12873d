import type { CreateJoinToken } from '@rollcall/shared/api/audit-service.ts'
import { requireCapability } from '../auth/authorise.ts'
import { hashSecret, newSecret } from '../auth/secrets.ts'
import { type Context, nowOf } from '../context.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'

/** Makes a join token of the current site. The secret is in the answer and nowhere else. */
export async function createJoinToken(
  ctx: Context,
  input: CreateJoinToken,
): Promise<{ secret: string; siteId: string; expiresAt: string }> {
  requireCapability(ctx, 'Administrator')
  const secret = newSecret()
  const expiresAt = new Date(ctx.clock.now().getTime() + input.ttlSeconds * 1000).toISOString()
  await ctx.store.write((tx) =>
    tx.insert(tx.tables(enrolmentTables).joinTokens).values({
      secretHash: hashSecret(secret),
      kind: input.for,
      siteId: ctx.siteId,
      usesLeft: input.uses,
      expiresAt,
      tag: input.tag ?? null,
      createdAt: nowOf(ctx),
      createdBy: ctx.actor.name,
    }),
  )
  return { secret, siteId: ctx.siteId, expiresAt }
}
