import type { List } from '@rollcall/shared/api/common.ts'
import type { Tag, TagQuery } from '@rollcall/shared/api/tag.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { contains } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** The tags of the site, by name, then id. */
export async function listTags(ctx: Context, query: TagQuery): Promise<List<Tag>> {
  return ctx.store.read(async (db) => {
    const { tags } = db.tables(deviceTables)
    const q = query.q?.trim().toLowerCase()
    const where = and(eq(tags.siteId, ctx.siteId), q ? contains(tags.nameKey, q) : undefined)
    const rows = db
      .select({ id: tags.id, name: tags.name, colour: tags.colour })
      .from(tags)
      .where(where)
      .orderBy(asc(tags.nameKey), asc(tags.id))
    const { items, total } = await readPage(rows, db.$count(tags, where), query)
    return { items: await withCounts(db, items), total }
  })
}

export async function getTag(ctx: Context, id: string): Promise<Tag> {
  return ctx.store.read((db) => requireTag(db, ctx.siteId, id))
}

/** A tag of the site. `not_found` if it has none with this id. */
export async function requireTag(db: Db, siteId: string, id: string): Promise<Tag> {
  const { tags } = db.tables(deviceTables)
  const rows = await db
    .select({ id: tags.id, name: tags.name, colour: tags.colour })
    .from(tags)
    .where(and(eq(tags.id, id), eq(tags.siteId, siteId)))
  const [tag] = await withCounts(db, rows)
  if (!tag) throw new DomainError('not_found', 'No tag has this id on this site.')
  return tag
}

async function withCounts(db: Db, rows: readonly Omit<Tag, 'deviceCount'>[]): Promise<Tag[]> {
  const { deviceTags, tagTally } = db.tables(deviceTables)
  const ids = rows.map(({ id }) => id)
  const counted = await db
    .select({ id: sql<string>`${deviceTags.tagId}`, n: tagTally.total })
    .from(tagTally.groups)
    .where(inArray(deviceTags.tagId, ids))
    .groupBy(deviceTags.tagId)
  const counts = new Map(counted.map(({ id, n }) => [id, n]))
  return rows.map((row) => ({ ...row, deviceCount: counts.get(row.id) ?? 0 }))
}
