import { eq, lt } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition, type SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { requireJoinToken } from './list-join-tokens.ts'

/** Revokes a join token. Agents and services that have joined with it stay. */
export async function deleteJoinToken(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const timestamp = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const token = await requireJoinToken(tx, ctx, id)
    expects?.(token)
    const { joinTokens } = tx.tables(enrollmentTables)
    await tx.delete(joinTokens).where(eq(joinTokens.id, id))
    const from = `for ${token.for}, uses left: ${token.usesLeft}, until ${token.expiresAt}`
    const rows = [{ verb: 'Deleted' as const, entity: 'Join token', entityId: id, from }]
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor, timestamp, rows })
  })
}

/** Deletes expired join tokens; a periodic job. */
export async function deleteExpiredJoinTokens(ctx: SystemContext, time: TrustedTime): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { joinTokens } = tx.tables(enrollmentTables)
    await tx.delete(joinTokens).where(lt(joinTokens.expiresAt, time.now))
  })
}
