import type { List } from '@rollcall/shared/api/common.ts'
import type { SoftwareListItem, SoftwareQuery } from '@rollcall/shared/api/software.ts'
import { and, asc, eq, inArray, type SQL, sql, sum } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { among, escapeLike } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** Lists products by name, version and id, or names by name and id. */
export async function listSoftware(ctx: Context, query: SoftwareQuery): Promise<List<SoftwareListItem>> {
  return ctx.store.read((db) =>
    query.groupBy === 'name' ? listNames(db, ctx.siteId, query) : listProducts(db, ctx.siteId, query),
  )
}

async function listProducts(db: Db, siteId: string, query: SoftwareQuery): Promise<List<SoftwareListItem>> {
  const { softwareProducts: products, softwareCounts: counts } = db.tables(softwareTables)
  const where = matching(products, siteId, query)
  const order = [asc(products.sortName), asc(products.version), asc(products.id)]
  const { number, version } = products
  const page = db
    .select({ number })
    .from(products)
    .where(where)
    .orderBy(...order)
  const items = await db
    .select({ ...shownOf(products), version, installations: counts.installations })
    .from(products)
    .leftJoin(counts, eq(counts.product, number))
    // Selects the page from the index alone first, so that skipped rows are not read.
    .where(inArray(number, page.limit(query.limit).offset(query.offset)))
    .orderBy(...order)
  return {
    items: items.map((item) => ({ ...item, installations: item.installations ?? 0 })),
    total: await db.$count(products, where),
  }
}

async function listNames(db: Db, siteId: string, query: SoftwareQuery): Promise<List<SoftwareListItem>> {
  const { softwareNames: names } = db.tables(softwareTables)
  const where = matching(names, siteId, query)
  const rows = db.select(shownOf(names)).from(names).where(where).orderBy(asc(names.sortName), asc(names.id))
  const { items, total } = await readPage(rows, db.$count(names, where), query)
  const counts = await countsOfNames(
    db,
    items.map(({ id }) => id),
  )
  return { items: items.map((item) => ({ ...item, installations: counts.get(item.id) ?? 0 })), total }
}

/** Counts the installations of all versions of each name. */
async function countsOfNames(db: Db, nameIds: readonly string[]): Promise<Map<string, number>> {
  const { softwareProducts: products, softwareCounts: counts } = db.tables(softwareTables)
  const rows = await db
    .select({ nameId: products.nameId, installations: sum(counts.installations) })
    .from(products)
    .innerJoin(counts, eq(counts.product, products.number))
    .where(among(products.nameId, nameIds))
    .groupBy(products.nameId)
  return new Map(rows.map(({ nameId, installations }) => [nameId, Number(installations)]))
}

type Tables = ReturnType<typeof softwareTables>
type Listed = Tables['softwareProducts'] | Tables['softwareNames']

const shownOf = ({ id, name, publisher, kind, softwareGroup, firstSeen }: Listed) => ({
  id,
  name,
  publisher,
  kind,
  softwareGroup,
  firstSeen,
})

function matching(
  table: Listed,
  siteId: string,
  { softwareGroup, kind, publisher, q = '' }: SoftwareQuery,
): SQL | undefined {
  // Both are in lower case, so rows need no conversion, which would be half the time of a search over all names.
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return and(
    eq(table.siteId, siteId),
    softwareGroup && eq(table.softwareGroup, softwareGroup),
    kind && eq(table.kind, kind),
    publisher === undefined ? undefined : eq(table.publisher, publisher),
    ...words.map(
      (word) => sql`${table.sortName} like ${sql.param(`%${escapeLike(word)}%`, table.sortName)} escape '!'`,
    ),
  )
}
