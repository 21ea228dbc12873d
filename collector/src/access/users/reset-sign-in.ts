import type { User } from '@rollcall/shared/api/user.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { type ChangeActor, recordOnSites } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { userTables } from '../../store/schema/access.ts'
import type { Tx } from '../../store/store.ts'
import { hashPassword, newPassword } from '../secrets/hash-secret.ts'
import { clearAttempts } from '../sign-in/limit-attempts.ts'
import { writePassword } from './password.ts'
import { requireOwnUser } from './update-user.ts'

/** Sets a one-time password, ends all sessions of the user, and clears its attempts. */
export async function resetPassword(ctx: Context, id: string): Promise<{ password: string }> {
  requireCapability(ctx, 'Administrator')
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const now = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const user = await requireOwnUser(tx, ctx, id)
    if (user.signsInBy === 'oidc') {
      throw new DomainError('no_password', 'This user signs in with the issuer and has no password here.')
    }
    await writePassword(tx, { id, passwordHash, mustChange: true, now })
    await clearAttempts(tx, user.username)
    await recordOf(tx, ctx, user, 'password', 'reset')
  })
  return { password }
}

/** Removes the second factor of a user who has lost it, and ends all its sessions. */
export async function resetTwoFactor(ctx: Context, id: string): Promise<void> {
  requireCapability(ctx, 'Administrator')
  await ctx.store.write(async (tx) => {
    const user = await requireOwnUser(tx, ctx, id)
    const { users, userTwoFactors, userSessions } = tx.tables(userTables)
    await tx.delete(userTwoFactors).where(eq(userTwoFactors.userId, id))
    await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, id))
    await tx.delete(userSessions).where(eq(userSessions.userId, id))
    if (user.twoFactorEnabled) await recordOf(tx, ctx, user, 'second factor', 'reset')
  })
}

/** Adds an entry to the change log of each of the user's sites, never with a secret. */
export async function recordOf(
  tx: Tx,
  ctx: Pick<Context, 'clock'> & { actor: ChangeActor },
  { id, username, siteIds }: Pick<User, 'id' | 'username' | 'siteIds'>,
  field: string,
  to: string,
): Promise<void> {
  const row = { verb: 'Modified' as const, entity: 'User', entityId: id, subject: username, field, to }
  await recordOnSites(tx, siteIds, { actor: ctx.actor, timestamp: nowOf(ctx), rows: [row] })
}
