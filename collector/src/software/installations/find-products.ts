import { invalidField } from '@rollcall/shared/errors.ts'
import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'
import { type Condition, meetsOrder, type Query } from '@rollcall/shared/query/query.ts'
import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { softwareTables } from '../../store/schema/software.ts'
import { contains } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { sortNameOf } from '../catalog/keys.ts'

/** Maximum number of products that a query on software may be about. */
const productsMax = 20_000

/**
 * Finds the numbers of the site's products that meet a query on the fields of `software`. Versions are compared in
 * memory, in the order of the source that listed the product. `name` is that of the product or of its name group.
 */
export async function findProducts(db: Db, siteId: string, query: Query): Promise<number[]> {
  const { softwareProducts: products, softwareNames: names } = db.tables(softwareTables)
  const rows = await db
    .select({
      number: products.number,
      own: products.sortName,
      ofGroup: names.sortName,
      version: products.version,
      publisher: products.publisher,
      group: products.softwareGroup,
      source: products.source,
    })
    .from(products)
    .innerJoin(names, eq(names.id, products.nameId))
    .where(and(eq(products.siteId, siteId), mayMeet(db, siteId, query)))
    .limit(productsMax + 1)
  if (rows.length > productsMax) {
    const limit = productsMax.toLocaleString('en')
    throw invalidField(
      'query',
      `software(…) matches more than ${limit} products. Add a name to it, such as name = Firefox`,
    )
  }
  return rows.flatMap((row) => (meets(row, query) ? [row.number] : []))
}

/** Condition that all products that meet a query meet; undefined if there is none. */
function mayMeet(db: Db, siteId: string, query: Query): SQL | undefined {
  if ('all' in query) return and(...query.all.map((member) => mayMeet(db, siteId, member)))
  if ('any' in query) {
    const each = query.any.map((member) => mayMeet(db, siteId, member))
    return each.includes(undefined) ? undefined : or(...each)
  }
  if ('not' in query || 'item' in query || 'exists' in query) return undefined
  const { softwareProducts: products, softwareNames: names } = db.tables(softwareTables)
  const { field, operator } = query
  const value = sortNameOf(String(query.value))
  if (field === 'group') return operator === '=' ? eq(products.softwareGroup, query.value as 'Regular') : undefined
  if (field === 'publisher') return operator === '~' ? contains(products.publisher, value) : undefined
  if (field !== 'name' || (operator !== '=' && operator !== '~')) return undefined
  const named = (column: typeof names.sortName | typeof products.sortName) =>
    operator === '=' ? eq(column, value) : contains(column, value)
  const groups = db
    .select({ id: names.id })
    .from(names)
    .where(and(eq(names.siteId, siteId), named(names.sortName)))
  return or(inArray(products.nameId, groups), and(eq(products.siteId, siteId), named(products.sortName)))
}

type Product = { own: string; ofGroup: string; version: string; publisher: string; group: string; source: string }

function meets(product: Product, query: Query): boolean {
  if ('all' in query) return query.all.every((member) => meets(product, member))
  if ('any' in query) return query.any.some((member) => meets(product, member))
  if ('not' in query) return !meets(product, query.not)
  return !('item' in query) && meetsCondition(product, query)
}

function meetsCondition(product: Product, condition: Condition): boolean {
  const { field } = condition
  const values = valuesOf(product, field)
  if ('exists' in condition) return values.some((value) => value !== '') === condition.exists
  const { operator, value } = condition
  const wanted = field === 'name' ? sortNameOf(String(value)) : String(value).trim().toLowerCase()
  if (operator === '~') return values.some((each) => each.includes(wanted))
  if (field !== 'version') return values.includes(wanted) === (operator === '=')
  if (product.version === '') return false
  return meetsOrder(operator, compareVersions(product.version, String(value), product.source))
}

function valuesOf({ own, ofGroup, version, publisher, group }: Product, field: string): string[] {
  if (field === 'name') return [own, ofGroup]
  return [(field === 'version' ? version : field === 'publisher' ? publisher : group).toLowerCase()]
}
