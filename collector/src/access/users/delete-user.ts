import { eq } from 'drizzle-orm'
import { recordOnSites } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { userTables } from '../../store/schema/access.ts'
import { releaseOwner } from '../../views/release-owner.ts'
import { requireOtherAdministrator, requireOwnUser } from './update-user.ts'

/** Deletes a user. Its sessions end at once. Its shared views stay without an owner. */
export async function deleteUser(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  await ctx.store.write(async (tx) => {
    const user = await requireOwnUser(tx, ctx, id)
    expects?.(user)
    await requireOtherAdministrator(tx, user)
    const { users } = tx.tables(userTables)
    await tx.delete(users).where(eq(users.id, id))
    await releaseOwner(tx, { kind: 'user', id }, nowOf(ctx))
    const row = { verb: 'Deleted' as const, entity: 'User', entityId: id, from: user.username }
    await recordOnSites(tx, user.siteIds, { actor: ctx.actor, timestamp: nowOf(ctx), rows: [row] })
  })
}
