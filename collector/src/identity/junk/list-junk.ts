import type { List } from '@rollcall/shared/api/common.ts'
import type { IdentityJunk, IdentityJunkQuery } from '@rollcall/shared/api/identity-junk.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { identityTables } from '../../store/schema/identity.ts'
import type { Db } from '../../store/store.ts'

/** Junk values of the site, by kind, value, then id. */
export async function listIdentityJunk(ctx: Context, query: IdentityJunkQuery): Promise<List<IdentityJunk>> {
  return ctx.store.read(async (db) => {
    const { identityJunk: junk } = db.tables(identityTables)
    const where = and(eq(junk.siteId, ctx.siteId), query.kind && eq(junk.kind, query.kind))
    const rows = db.select(shown(db)).from(junk).where(where).orderBy(asc(junk.kind), asc(junk.value), asc(junk.id))
    return readPage(rows, db.$count(junk, where), query)
  })
}

export async function getIdentityJunk(ctx: Context, id: string): Promise<IdentityJunk> {
  return ctx.store.read((db) => findIdentityJunk(db, ctx.siteId, id))
}

/** One junk value. `not_found` if the site has none with this id. */
export async function findIdentityJunk(db: Db, siteId: string, id: string): Promise<IdentityJunk> {
  const { identityJunk: junk } = db.tables(identityTables)
  const [entry] = await db
    .select(shown(db))
    .from(junk)
    .where(and(eq(junk.id, id), eq(junk.siteId, siteId)))
  if (!entry) throw new DomainError('not_found', 'This site has no junk value with this id.')
  return entry
}

function shown(db: Db) {
  const { id, kind, value, origin, devices, reason, createdAt, createdBy } = db.tables(identityTables).identityJunk
  return { id, kind, value, origin, devices, reason, createdAt, createdBy }
}
