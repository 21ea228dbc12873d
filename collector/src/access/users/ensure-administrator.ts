import { newId } from '@rollcall/shared/ids.ts'
import { count } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { userTables } from '../../store/schema/access.ts'
import { hashPassword, newPassword } from '../secrets/hash-secret.ts'
import { readFirstPassword, storeFirstPassword } from './first-password.ts'
import { passwordAccount } from './password.ts'

const username = 'admin'

/** Creates the first user if there is none. Returns its password until `firstPasswordShown` is called. */
export async function ensureAdministrator(
  ctx: SystemContext,
  siteId: string,
): Promise<{ username: string; password?: string }> {
  const [users] = await ctx.store.read((db) => db.select({ n: count() }).from(db.tables(userTables).users))
  if (users && users.n > 0) return withPassword(await readFirstPassword(ctx))
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const createdAt = nowOf(ctx)
  const row = {
    id: newId(),
    username,
    name: 'Administrator',
    capabilities: ['Administrator' as const],
    siteIds: [siteId],
    createdAt,
  }
  const made = await ctx.store.write(async (tx) => {
    const { users, userAccounts } = tx.tables(userTables)
    const inserted = await tx.insert(users).values(row).onConflictDoNothing().returning()
    if (inserted.length > 0) {
      await tx.insert(userAccounts).values(passwordAccount(row.id, passwordHash, createdAt))
      await storeFirstPassword(ctx, tx, password, createdAt)
    }
    return inserted
  })
  // Another collector on the same database created the user and shows the password.
  return withPassword(made.length > 0 ? password : undefined)
}

const withPassword = (password: string | undefined) => (password === undefined ? { username } : { username, password })
