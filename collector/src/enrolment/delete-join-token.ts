import { eq } from 'drizzle-orm'
import { requireCapability } from '../auth/authorise.ts'
import { recordChanges } from '../changes/record.ts'
import { type Context, nowOf, type Precondition } from '../context.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import { requireJoinToken } from './read-join-tokens.ts'

/** Takes a join token back: nobody joins with it from now on. Who has joined stays. */
export async function deleteJoinToken(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const timestamp = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const token = await requireJoinToken(tx, ctx, id)
    expects?.(token)
    const { joinTokens } = tx.tables(enrolmentTables)
    await tx.delete(joinTokens).where(eq(joinTokens.id, id))
    const from = `for ${token.for}, uses left: ${token.usesLeft}, until ${token.expiresAt}`
    const rows = [{ verb: 'Deleted' as const, entity: 'Join token', entityId: id, from }]
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor.name, timestamp, rows })
  })
}
