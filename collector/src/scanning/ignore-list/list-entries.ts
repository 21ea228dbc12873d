import type { List } from '@rollcall/shared/api/common.ts'
import type { IgnoreEntry, IgnoreQuery } from '@rollcall/shared/api/ignore-list.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { ignoreListTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/** Lists the site's Ignore List by kind, pattern, then id. */
export async function listIgnoreEntries(ctx: Context, query: IgnoreQuery): Promise<List<IgnoreEntry>> {
  return ctx.store.read(async (db) => {
    const { ignoreEntries } = db.tables(ignoreListTables)
    const where = and(eq(ignoreEntries.siteId, ctx.siteId), query.kind && eq(ignoreEntries.kind, query.kind))
    const rows = db
      .select(shown(db))
      .from(ignoreEntries)
      .where(where)
      .orderBy(asc(ignoreEntries.kind), asc(ignoreEntries.patternKey), asc(ignoreEntries.id))
    return readPage(rows, db.$count(ignoreEntries, where), query)
  })
}

export async function getIgnoreEntry(ctx: Context, id: string): Promise<IgnoreEntry> {
  return ctx.store.read((db) => findIgnoreEntry(db, ctx.siteId, id))
}

/** Returns an entry of the site's list; throws `not_found` if there is none. */
export async function findIgnoreEntry(db: Db, siteId: string, id: string): Promise<IgnoreEntry> {
  const { ignoreEntries } = db.tables(ignoreListTables)
  const [entry] = await db
    .select(shown(db))
    .from(ignoreEntries)
    .where(and(eq(ignoreEntries.id, id), eq(ignoreEntries.siteId, siteId)))
  if (!entry) throw new DomainError('not_found', 'The Ignore List of this site has no entry with this id.')
  return entry
}

function shown(db: Db) {
  const { ignoreEntries } = db.tables(ignoreListTables)
  const { id, kind, pattern, reason, createdAt, createdBy } = ignoreEntries
  return { id, kind, pattern, reason, createdAt, createdBy }
}
