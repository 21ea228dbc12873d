import type { List, Page } from '@rollcall/shared/api/common.ts'
import { roleOf } from '@rollcall/shared/api/role.ts'
import { defaultSiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { administratorsMax, type Me, type User } from '@rollcall/shared/api/user.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { asc, eq } from 'drizzle-orm'
import { hasCapability, requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { sitesOf } from '../../sites/read.ts'
import { displaysOf } from '../../sites/settings.ts'
import { userTables } from '../../store/schema/access.ts'
import type { Db } from '../../store/store.ts'

type Row = ReturnType<typeof userTables>['users']['$inferSelect']

/** Lists the users of the current site, by user name. */
export async function listUsers(ctx: Context, { limit, offset }: Page): Promise<List<User>> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    const { users } = db.tables(userTables)
    // The sites are a list in the row, and users are few.
    const rows = await db.select().from(users).orderBy(asc(users.username))
    const ofSite = rows.filter(({ siteIds }) => siteIds.includes(ctx.siteId))
    return { items: await shown(db, ofSite.slice(offset, offset + limit)), total: ofSite.length }
  })
}

export async function getUser(ctx: Context, id: string): Promise<User> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read((db) => requireUser(db, ctx, id))
}

/** Returns the user if it belongs to the current site or is the caller; otherwise throws `not_found`. */
export async function requireUser(db: Db, ctx: Context, id: string): Promise<User> {
  const isSelf = ctx.actor.kind === 'user' && ctx.actor.id === id
  if (!isSelf) requireCapability(ctx, 'Administrator')
  const user = await findUser(db, id)
  if (!user || !(isSelf || user.siteIds.includes(ctx.siteId))) {
    throw new DomainError('not_found', 'No user has this id on this site.')
  }
  return user
}

/** Finds a user of any site. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const { users } = db.tables(userTables)
  const [user] = await shown(db, await db.select().from(users).where(eq(users.id, id)))
  return user
}

/** Returns the calling user. */
export async function getMe(ctx: Context): Promise<Me> {
  return ctx.store.read(async (db) => toMe(db, await requireSelf(db, ctx)))
}

export async function toMe(db: Db, user: User): Promise<Me> {
  const { siteIds, enabled: _, createdAt: __, lastSignInAt: ___, ...me } = user
  const { users } = db.tables(userTables)
  const { dateFormat, timeZone } = users
  const [times = { dateFormat: null, timeZone: null }] = await db
    .select({ dateFormat, timeZone })
    .from(users)
    .where(eq(users.id, user.id))
  const administrators = (await enabledAdministrators(db)).filter(({ id }) => id !== user.id)
  const displays = await displaysOf(db, siteIds)
  const sites = (await sitesOf(db, siteIds)).map((site) => ({
    ...site,
    administrators: namesAt(site.id, administrators),
    display: displays.get(site.id) ?? defaultSiteSettings.display,
  }))
  return { ...me, ...times, sites }
}

const namesAt = (siteId: string, administrators: readonly Row[]): string[] =>
  administrators
    .filter(({ siteIds }) => siteIds.includes(siteId))
    .slice(0, administratorsMax)
    .map(({ name, username }) => name || username)

export async function requireSelf(db: Db, ctx: Context): Promise<User> {
  if (ctx.actor.kind === 'user') return requireUser(db, ctx, ctx.actor.id)
  throw new DomainError('not_found', 'The caller is an App registration or a command, not a user.')
}

/** Counts the other users with all capabilities. */
export async function otherAdministrators(db: Db, id: string): Promise<number> {
  return (await enabledAdministrators(db)).filter((row) => row.id !== id).length
}

async function enabledAdministrators(db: Db): Promise<Row[]> {
  const { users } = db.tables(userTables)
  const rows = await db.select().from(users).where(eq(users.enabled, true)).orderBy(asc(users.username))
  return rows.filter((row) => hasCapability(row, 'Administrator'))
}

async function shown(db: Db, rows: readonly Row[]): Promise<User[]> {
  const { userAccounts } = db.tables(userTables)
  return Promise.all(
    rows.map(async ({ dateFormat: _, timeZone: __, ...row }) => {
      const accounts = await db
        .select({ providerId: userAccounts.providerId })
        .from(userAccounts)
        .where(eq(userAccounts.userId, row.id))
      const signsInBy = accounts.some(({ providerId }) => providerId === 'oidc') ? 'oidc' : 'password'
      return { ...row, role: roleOf(row.capabilities), signsInBy }
    }),
  )
}
