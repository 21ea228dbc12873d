import { capabilitiesIn } from '@rollcall/shared/api/role.ts'
import type { CreateUser, User } from '@rollcall/shared/api/user.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { recordOnSites } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { userTables } from '../../store/schema/access.ts'
import { inOrder, ownSites } from '../registrations/registration.ts'
import { hashPassword, newPassword } from '../secrets/hash-secret.ts'
import { requireUser } from './list-users.ts'
import { passwordAccount } from './password.ts'

/**
 * Creates a user with a one-time password. The password is only in the answer, and the user must change it at the first
 * sign-in.
 */
export async function createUser(ctx: Context, input: CreateUser): Promise<User & { password: string }> {
  requireCapability(ctx, 'Administrator')
  const { username, name, email } = input
  const siteIds = ownSites(ctx.actor, input.siteIds ?? [ctx.siteId])
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const id = newId()
  const now = nowOf(ctx)
  const user = await ctx.store.write(async (tx) => {
    const { users, userAccounts } = tx.tables(userTables)
    const made = await tx
      .insert(users)
      .values({
        id,
        username,
        name,
        email,
        capabilities: inOrder(capabilitiesIn(input) ?? []),
        siteIds,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning()
    if (made.length === 0) throw new DomainError('name_taken', `A user named "${username}" already exists.`)
    await tx.insert(userAccounts).values(passwordAccount(id, passwordHash, now))
    const added = { verb: 'Added' as const, entity: 'User', entityId: id, to: username }
    await recordOnSites(tx, siteIds, { actor: ctx.actor, timestamp: now, rows: [added] })
    return requireUser(tx, { ...ctx, siteId: siteIds[0] ?? ctx.siteId }, id)
  })
  return { ...user, password }
}
