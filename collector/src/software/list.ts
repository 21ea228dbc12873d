import type { List } from '@rollcall/shared/api/common.ts'
import type { SoftwareListItem, SoftwareQuery } from '@rollcall/shared/api/software.ts'
import { type AnyColumn, and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { softwareTables } from '../store/schema/software.ts'
import { escapeLike } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** The catalog by name, then by version, then by id; or its names, by name, then by id. */
export async function listSoftware(ctx: Context, query: SoftwareQuery): Promise<List<SoftwareListItem>> {
  return ctx.store.read((db) =>
    query.groupBy === 'name' ? listNames(db, ctx.siteId, query) : listProducts(db, ctx.siteId, query),
  )
}

function listProducts(db: Db, siteId: string, query: SoftwareQuery): Promise<List<SoftwareListItem>> {
  const { softwareProducts: products } = db.tables(softwareTables)
  const order = [asc(products.sortName), asc(products.version), asc(products.id)]
  return pageOf(db, siteId, query, { table: products, shown: { version: products.version }, order })
}

function listNames(db: Db, siteId: string, query: SoftwareQuery): Promise<List<SoftwareListItem>> {
  const { softwareNames: names } = db.tables(softwareTables)
  return pageOf(db, siteId, query, { table: names, shown: {}, order: [asc(names.sortName), asc(names.id)] })
}

type Tables = ReturnType<typeof softwareTables>
type Listing = {
  table: Tables['softwareProducts'] | Tables['softwareNames']
  shown: { version?: Tables['softwareProducts']['version'] }
  order: SQL[]
}

async function pageOf(
  db: Db,
  siteId: string,
  query: SoftwareQuery,
  { table, shown, order }: Listing,
): Promise<List<SoftwareListItem>> {
  const { softwareCounts: counts } = db.tables(softwareTables)
  const where = matching(table, siteId, query)
  const [total] = await db.select({ n: count() }).from(table).where(where)
  const page = db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(query.limit)
    .offset(query.offset)
  const { id, name, publisher, softwareGroup } = table
  const items = await db
    .select({ id, name, ...shown, publisher, softwareGroup, installations: counts.installations })
    .from(table)
    .leftJoin(counts, eq(counts.subjectId, id))
    // The page first, from the index alone: what is skipped is not looked up.
    .where(inArray(id, page))
    .orderBy(...order)
  return { items: items.map(counted), total: total?.n ?? 0 }
}

const counted = <T extends { installations: number | null }>(row: T) => ({
  ...row,
  installations: row.installations ?? 0,
})

type Listed = { siteId: AnyColumn; softwareGroup: AnyColumn; sortName: AnyColumn }

function matching(table: Listed, siteId: string, { softwareGroup, q = '' }: SoftwareQuery): SQL | undefined {
  // Both are in lower case: a row need not be folded first, which is half the time of a search along all names.
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return and(
    eq(table.siteId, siteId),
    softwareGroup && eq(table.softwareGroup, softwareGroup),
    ...words.map(
      (word) => sql`${table.sortName} like ${sql.param(`%${escapeLike(word)}%`, table.sortName)} escape '!'`,
    ),
  )
}
