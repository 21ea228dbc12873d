import { eq } from 'drizzle-orm'
import { requireCapability } from '../auth/authorise.ts'
import { recordChanges } from '../changes/record.ts'
import { type Context, nowOf, type Precondition } from '../context.ts'
import { userTables } from '../store/schema/users.ts'
import { requireOtherAdministrator, requireOwnUser } from './update-user.ts'

/** Removes a user; its sessions go with it, so they end at once. */
export async function deleteUser(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  await ctx.store.write(async (tx) => {
    const user = await requireOwnUser(tx, ctx, id)
    expects?.(user)
    await requireOtherAdministrator(tx, user)
    const { users } = tx.tables(userTables)
    await tx.delete(users).where(eq(users.id, id))
    const row = { verb: 'Deleted' as const, entity: 'User', entityId: id, from: user.username }
    const change = { actor: ctx.actor.name, timestamp: nowOf(ctx), rows: [row] }
    await recordChanges(tx, ...user.siteIds.map((siteId) => ({ ...change, siteId })))
  })
}
