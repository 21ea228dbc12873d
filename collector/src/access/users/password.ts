import { newId } from '@rollcall/shared/ids.ts'
import { and, eq } from 'drizzle-orm'
import { userTables } from '../../store/schema/access.ts'
import type { Tx } from '../../store/store.ts'
import { dropFirstPassword } from './first-password.ts'

const providerId = 'credential'

/** Builds the row by which a user signs in with a password. */
export const passwordAccount = (userId: string, password: string, now: string) => ({
  id: newId(),
  userId,
  providerId,
  accountId: userId,
  password,
  createdAt: now,
  updatedAt: now,
})

/** Sets a user's password and ends all sessions of the user. */
export async function writePassword(
  tx: Tx,
  { id, passwordHash, mustChange, now }: { id: string; passwordHash: string; mustChange: boolean; now: string },
): Promise<void> {
  const { users, userAccounts, userSessions } = tx.tables(userTables)
  const ofUser = and(eq(userAccounts.userId, id), eq(userAccounts.providerId, providerId))
  await tx.delete(userAccounts).where(ofUser)
  await tx.insert(userAccounts).values(passwordAccount(id, passwordHash, now))
  await tx.update(users).set({ mustChangePassword: mustChange }).where(eq(users.id, id))
  await tx.delete(userSessions).where(eq(userSessions.userId, id))
  await dropFirstPassword(tx)
}
