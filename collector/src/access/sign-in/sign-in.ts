import { DomainError } from '@rollcall/shared/errors.ts'
import { eq, sql } from 'drizzle-orm'
import { type Actor, type Context, nowOf, type SystemContext } from '../../lib/context.ts'
import { userTables } from '../../store/schema/access.ts'
import { hashSecret } from '../secrets/hash-secret.ts'
import { requireUser } from '../users/list-users.ts'
import { recordOf } from '../users/reset-sign-in.ts'
import { hashToken, sessionCookieName, tokenOf } from './session-token.ts'
import { authenticateSession } from './sessions.ts'

/** Returns the token of a session that these Set-Cookie headers start; undefined if they start none. */
export function tokenOfNewSession(cookies: readonly string[]): string | undefined {
  const value = cookies
    .find((cookie) => cookie.startsWith(`${sessionCookieName}=`))
    ?.slice(sessionCookieName.length + 1)
  const token = value === undefined ? '' : tokenOf(decodeURIComponent(value.split(';', 1)[0] ?? ''))
  return token === '' ? undefined : token
}

/** Records the time of a user's last sign-in. */
export async function recordSignIn(ctx: SystemContext, userId: string): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { users } = tx.tables(userTables)
    await tx
      .update(users)
      .set({ lastSignInAt: nowOf(ctx) })
      .where(eq(users.id, userId))
  })
}

/** Records the sign-in of the session that these Set-Cookie headers start. Undefined if they start none. */
export async function recordSignInByCookies(
  ctx: SystemContext,
  cookies: readonly string[],
): Promise<Actor | undefined> {
  const token = tokenOfNewSession(cookies)
  const session = token === undefined ? undefined : await authenticateSession(ctx, token)
  if (session) await recordSignIn(ctx, session.actor.id)
  return session?.actor
}

/** Longer than a code of an authenticator app is valid. */
const codeSecondsMax = 120

/**
 * Records the use of a code, which is valid once (RFC 6238 section 5.2). Returns false if the code was already used,
 * and ends the session that the repeated use started.
 */
export async function spendCode(
  ctx: SystemContext,
  { userId, code, token }: { userId: string; code: string; token: string },
): Promise<boolean> {
  const endsAt = new Date(ctx.clock.now().getTime() + codeSecondsMax * 1000).toISOString()
  return ctx.store.write(async (tx) => {
    const { signInAttempts, userSessions } = tx.tables(userTables)
    const key = `code:${hashSecret(`${userId} ${code}`)}`
    const [row] = await tx
      .insert(signInAttempts)
      .values({ key, attempts: 1, endsAt })
      .onConflictDoUpdate({ target: signInAttempts.key, set: { attempts: sql`${signInAttempts.attempts} + 1` } })
      .returning()
    if (row?.attempts === 1) return true
    await tx.delete(userSessions).where(eq(userSessions.token, hashToken(token)))
    return false
  })
}

/** Records that a user changed their own password or second factor, after better-auth made the change. */
export async function recordOwnChange(ctx: Context, field: 'password' | 'second factor', to: string): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { users } = tx.tables(userTables)
    const user = await requireUser(tx, ctx, ctx.actor.id)
    if (field === 'password') await tx.update(users).set({ mustChangePassword: false }).where(eq(users.id, user.id))
    await recordOf(tx, ctx, user, field, to)
  })
}

/** Throws unless the caller signs in with a password of the collector. */
export async function requireOwnPassword(ctx: Context): Promise<void> {
  const { signsInBy } = await ctx.store.read((db) => requireUser(db, ctx, ctx.actor.id))
  if (signsInBy === 'password') return
  throw new DomainError('no_password', 'You sign in with the issuer. Change your password and second factor there.')
}
