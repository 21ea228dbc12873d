import type { List } from '@rollcall/shared/api/common.ts'
import type { UserSession } from '@rollcall/shared/api/user.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, desc, eq, gt, lt, lte, or } from 'drizzle-orm'
import { type Actor, type Context, nowOf, type SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { userTables } from '../../store/schema/access.ts'
import type { Db } from '../../store/store.ts'
import { requireSelf } from '../users/list-users.ts'
import { requireOwnUser } from '../users/update-user.ts'
import { hashToken } from './session-token.ts'

/** Maximum duration of a session. */
export const sessionSecondsMax = 7 * 24 * 60 * 60
/** Maximum time without use. */
const idleSecondsMax = 12 * 60 * 60
/** Interval at which the last use is written; otherwise every call would write. */
const touchSeconds = 5 * 60

export type SignedIn = { actor: Actor; sessionId: string; mustChangePassword: boolean }

/**
 * Finds the signed-in user of a token. Undefined if the session is unknown or has ended, or if the user is disabled.
 */
export async function findSession(
  ctx: SystemContext,
  token: string,
): Promise<(SignedIn & { lastUsedAt: string }) | undefined> {
  // One statement, since every call waits for it.
  const row = await ctx.store.read(async (db) => {
    const { users, userSessions } = db.tables(userTables)
    const [found] = await db
      .select({ user: users, sessionId: userSessions.id, lastUsedAt: userSessions.lastUsedAt })
      .from(userSessions)
      .innerJoin(users, eq(users.id, userSessions.userId))
      .where(and(eq(userSessions.token, hashToken(token)), isLive(db, ctx), eq(users.enabled, true)))
    return found
  })
  if (!row) return undefined
  const { id, username, capabilities, siteIds, mustChangePassword } = row.user
  const actor = { kind: 'user' as const, id, name: username, capabilities, siteIds }
  return { actor, sessionId: row.sessionId, mustChangePassword, lastUsedAt: row.lastUsedAt }
}

/** Finds the signed-in user of a call and records the use of the session. */
export async function authenticateSession(ctx: SystemContext, token: string): Promise<SignedIn | undefined> {
  const session = await findSession(ctx, token)
  if (session) await touch(ctx, session)
  return session
}

async function touch(ctx: SystemContext, { sessionId, lastUsedAt }: { sessionId: string; lastUsedAt: string }) {
  const before = ago(ctx, touchSeconds)
  if (lastUsedAt > before) return
  await ctx.store.write(async (tx) => {
    const { userSessions } = tx.tables(userTables)
    const isDue = and(eq(userSessions.id, sessionId), lte(userSessions.lastUsedAt, before))
    await tx
      .update(userSessions)
      .set({ lastUsedAt: nowOf(ctx) })
      .where(isDue)
  })
}

const ago = (ctx: SystemContext, seconds: number): string =>
  new Date(ctx.clock.now().getTime() - seconds * 1000).toISOString()

function isLive(db: Db, ctx: SystemContext) {
  const { userSessions } = db.tables(userTables)
  return and(gt(userSessions.expiresAt, nowOf(ctx)), gt(userSessions.lastUsedAt, ago(ctx, idleSecondsMax)))
}

/**
 * Lists the live sessions of a user, last used first. Sessions apply to all sites of the user. `currentId` is the
 * caller's own.
 */
export async function listSessions(ctx: Context, userId: string, currentId?: string): Promise<List<UserSession>> {
  return ctx.store.read(async (db) => {
    await requireOwnUser(db, ctx, userId)
    const { userSessions } = db.tables(userTables)
    const rows = await db
      .select()
      .from(userSessions)
      .where(and(eq(userSessions.userId, userId), isLive(db, ctx)))
      .orderBy(desc(userSessions.lastUsedAt), desc(userSessions.id))
    const items = rows.map(({ id, createdAt, lastUsedAt, expiresAt, ipAddress, userAgent }) => ({
      id,
      createdAt,
      lastUsedAt,
      expiresAt,
      ipAddress: ipAddress || null,
      userAgent: userAgent || null,
      isCurrent: id === currentId,
    }))
    return { items, total: items.length }
  })
}

export async function listOwnSessions(ctx: Context, currentId?: string): Promise<List<UserSession>> {
  const { id } = await ctx.store.read((db) => requireSelf(db, ctx))
  return listSessions(ctx, id, currentId)
}

export async function revokeOwnSession(ctx: Context, sessionId: string): Promise<void> {
  const { id } = await ctx.store.read((db) => requireSelf(db, ctx))
  await revokeSession(ctx, id, sessionId)
}

/** Revokes a session of a user. The caller must be an Administrator of all the user's sites. */
export async function revokeSession(ctx: Context, userId: string, sessionId: string): Promise<void> {
  await ctx.store.write(async (tx) => {
    await requireOwnUser(tx, ctx, userId)
    const { userSessions } = tx.tables(userTables)
    const ended = await tx
      .delete(userSessions)
      .where(and(eq(userSessions.id, sessionId), eq(userSessions.userId, userId)))
      .returning()
    if (ended.length === 0) throw new DomainError('not_found', 'This user has no session with this id.')
  })
}

/** Deletes ended sessions; a periodic job. */
export async function deleteEndedSessions(ctx: SystemContext, time: TrustedTime): Promise<void> {
  const { now } = time
  await ctx.store.write(async (tx) => {
    const { userSessions, userVerifications, signInAttempts } = tx.tables(userTables)
    const ended = or(lt(userSessions.expiresAt, now), lt(userSessions.lastUsedAt, time.before(idleSecondsMax * 1000)))
    await tx.delete(userSessions).where(ended)
    await tx.delete(userVerifications).where(lt(userVerifications.expiresAt, now))
    await tx.delete(signInAttempts).where(lt(signInAttempts.endsAt, now))
  })
}
