import type { CreateJoinToken } from '@rollcall/shared/api/audit-service.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { requireCapability } from '../auth/authorise.ts'
import { hashSecret, newSecret } from '../auth/secrets.ts'
import { recordChanges } from '../changes/record.ts'
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
  const now = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    await tx.insert(tx.tables(enrolmentTables).joinTokens).values({
      secretHash: hashSecret(secret),
      kind: input.for,
      siteId: ctx.siteId,
      usesLeft: input.uses,
      expiresAt,
      tag: input.tag ?? null,
      createdAt: now,
      createdBy: ctx.actor.name,
    })
    const what = `for ${input.for}, uses: ${input.uses}, until ${expiresAt}${input.tag ? `, tag ${input.tag}` : ''}`
    await recordChanges(tx, {
      siteId: ctx.siteId,
      actor: ctx.actor.name,
      timestamp: now,
      // It has no id, only the hash of its secret; the line gets one of its own.
      rows: [{ verb: 'Added', entity: 'Join token', entityId: newId(), to: what }],
    })
  })
  return { secret, siteId: ctx.siteId, expiresAt }
}
