import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Site } from '@rollcall/shared/api/site.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { asc, eq, inArray } from 'drizzle-orm'
import { requireCapability } from '../lib/authorise.ts'
import type { Actor, Context, SystemContext } from '../lib/context.ts'
import { readPage } from '../store/page.ts'
import { siteTables } from '../store/schema/sites.ts'
import type { Db } from '../store/store.ts'

/** Lists every site, oldest first. */
export async function allSites(ctx: Pick<SystemContext, 'store'>): Promise<Site[]> {
  return ctx.store.read((db) => {
    const { sites } = db.tables(siteTables)
    return db.select(shown(db)).from(sites).orderBy(asc(sites.createdAt), asc(sites.id))
  })
}

/** Lists the sites that the caller is bound to, by name, then id. */
export async function listSites(ctx: Context, page: Page): Promise<List<Site>> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    const { sites } = db.tables(siteTables)
    const where = inArray(sites.id, [...ctx.actor.siteIds])
    const rows = db.select(shown(db)).from(sites).where(where).orderBy(asc(sites.nameKey), asc(sites.id))
    return readPage(rows, db.$count(sites, where), page)
  })
}

export async function getSite(ctx: Context, id: string): Promise<Site> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read((db) => requireSite(db, ctx.actor, id))
}

/** Returns the site if the caller is bound to it; otherwise throws `not_found`. */
export async function requireSite(db: Db, actor: Actor, id: string): Promise<Site> {
  const { sites } = db.tables(siteTables)
  const [site] = actor.siteIds.includes(id) ? await db.select(shown(db)).from(sites).where(eq(sites.id, id)) : []
  if (!site) throw new DomainError('not_found', 'You have access to no site with this id.')
  return site
}

/** Returns ids and names, in the order of the ids. */
export async function sitesOf(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { sites } = db.tables(siteTables)
  const rows = await db
    .select(shown(db))
    .from(sites)
    .where(inArray(sites.id, [...ids]))
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(({ name }) => ({ id, name })))
}

export const nameTaken = (name: string) => new DomainError('name_taken', `A site named "${name}" already exists.`)

function shown(db: Db) {
  const { id, name, createdAt } = db.tables(siteTables).sites
  return { id, name, createdAt }
}
