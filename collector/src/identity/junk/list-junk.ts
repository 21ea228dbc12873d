import type { List } from '@rollcall/shared/api/common.ts'
import type { IdentityJunk, IdentityJunkQuery } from '@rollcall/shared/api/identity-junk.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { shown } from '../../matching/shown-value.ts'
import { readPage } from '../../store/page.ts'
import { identityTables } from '../../store/schema/identity.ts'
import type { Db } from '../../store/store.ts'

/** Junk values of the site, by kind, value, then id. */
export async function listIdentityJunk(ctx: Context, query: IdentityJunkQuery): Promise<List<IdentityJunk>> {
  return ctx.store.read(async (db) => {
    const { identityJunk: junk } = db.tables(identityTables)
    const where = and(eq(junk.siteId, ctx.siteId), query.kind && eq(junk.kind, query.kind))
    const rows = db.select().from(junk).where(where).orderBy(asc(junk.kind), asc(junk.value), asc(junk.id))
    const { items, total } = await readPage(rows, db.$count(junk, where), query)
    return { items: items.map(entryOf), total }
  })
}

export async function getIdentityJunk(ctx: Context, id: string): Promise<IdentityJunk> {
  return ctx.store.read((db) => findIdentityJunk(db, ctx.siteId, id))
}

/** One junk value. `not_found` if the site has none with this id. */
export async function findIdentityJunk(db: Db, siteId: string, id: string): Promise<IdentityJunk> {
  const { identityJunk: junk } = db.tables(identityTables)
  const [entry] = await db
    .select()
    .from(junk)
    .where(and(eq(junk.id, id), eq(junk.siteId, siteId)))
  if (!entry) throw new DomainError('not_found', 'This site has no junk value with this id.')
  return entryOf(entry)
}

type JunkRow = ReturnType<typeof identityTables>['identityJunk']['$inferSelect']

export function entryOf(row: JunkRow): IdentityJunk {
  const { id, kind, origin, devices, reason, createdAt, createdBy } = row
  const { value, manufacturer = null } = shown(row)
  return { id, kind, value, manufacturer, origin, devices, reason, createdAt, createdBy }
}
