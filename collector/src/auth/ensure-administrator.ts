import { newId } from '@rollcall/shared/ids.ts'
import { count } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../context.ts'
import { authTables } from '../store/schema/auth.ts'
import { hashPassword, newPassword } from './secrets.ts'

const username = 'admin'

/** Makes the first user when there is none, and gives its password this once. */
export async function ensureAdministrator(
  ctx: SystemContext,
  siteId: string,
): Promise<{ username: string; password?: string }> {
  const [users] = await ctx.store.read((db) => db.select({ n: count() }).from(db.tables(authTables).users))
  if (users && users.n > 0) return { username }
  const password = newPassword()
  const row = {
    id: newId(),
    username,
    passwordHash: await hashPassword(password),
    capabilities: ['Administrator' as const],
    siteIds: [siteId],
    createdAt: nowOf(ctx),
  }
  const made = await ctx.store.write((tx) =>
    tx.insert(tx.tables(authTables).users).values(row).onConflictDoNothing().returning(),
  )
  // Another collector on the same database was first: it has told the password.
  return made.length > 0 ? { username, password } : { username }
}
