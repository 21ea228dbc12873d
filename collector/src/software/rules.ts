import type { SoftwareGroup } from '@rollcall/shared/api/software.ts'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { softwareTables } from '../store/schema/software.ts'
import { valueChunks } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** What a classification asks of the computers in scope. */
export type Rule = {
  softwareGroup: Exclude<SoftwareGroup, 'Regular'>
  /** The product; the name where the name as a whole is Required. */
  subjectId: string
  nameId: string
  /** Numbers of the products that satisfy it, or break it: one, or all versions of a name. */
  products: number[]
  inScopeTagId: string | null
}

/**
 * The site's rules. A name that is Required as a whole is one rule, which any version satisfies; its versions add none.
 * Forbidden is always a matter of versions, as a name sets all of them.
 */
export async function softwareRules(db: Db, siteId: string): Promise<Rule[]> {
  const { softwareNames: names, softwareProducts: products } = db.tables(softwareTables)
  const strict = ['Required', 'Forbidden'] as const
  const required = await db
    .select({ nameId: names.id, inScopeTagId: names.inScopeTagId, number: products.number })
    .from(names)
    .innerJoin(products, eq(products.nameId, names.id))
    .where(and(eq(names.siteId, siteId), inArray(names.softwareGroup, strict), eq(names.ownGroup, 'Required')))
  const wholeNames = Map.groupBy(required, ({ nameId }) => nameId)
  const versions = await db
    .select({
      id: products.id,
      number: products.number,
      nameId: products.nameId,
      softwareGroup: products.softwareGroup,
      inScopeTagId: products.inScopeTagId,
    })
    .from(products)
    .where(and(eq(products.siteId, siteId), inArray(products.softwareGroup, strict)))
  return [
    ...[...wholeNames].map(
      ([nameId, rows]): Rule => ({
        softwareGroup: 'Required',
        subjectId: nameId,
        nameId,
        products: rows.map(({ number }) => number),
        inScopeTagId: rows[0]?.inScopeTagId ?? null,
      }),
    ),
    ...versions.flatMap(({ id, number, softwareGroup, ...version }): Rule[] =>
      softwareGroup === 'Regular' || (softwareGroup === 'Required' && wholeNames.has(version.nameId))
        ? []
        : [{ ...version, softwareGroup, subjectId: id, products: [number] }],
    ),
  ]
}

/** Which of these products each of the devices has. `among` says which devices: a condition on the id. */
export async function installedAmong(
  db: Db,
  products: readonly number[],
  among: (deviceId: SQLiteColumn) => SQL | undefined,
): Promise<Map<string, Set<number>>> {
  const { installedLists } = db.tables(softwareTables)
  const wanted = new Set(products)
  if (wanted.size === 0) return new Map()
  const rows = await db
    .select({ deviceId: installedLists.deviceId, products: installedLists.products })
    .from(installedLists)
    .where(among(installedLists.deviceId))
  return new Map(rows.map((row) => [row.deviceId, new Set(row.products.filter((product) => wanted.has(product)))]))
}

/** Names and versions by the ids of products and names; a name has no version. */
export async function softwareLabels(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; version?: string }>> {
  const { softwareNames: names, softwareProducts: products } = db.tables(softwareTables)
  const labels = new Map<string, { name: string; version?: string }>()
  for (const chunk of valueChunks(ids)) {
    const ofProducts = await db
      .select({ id: products.id, name: products.name, version: products.version })
      .from(products)
      .where(inArray(products.id, chunk))
    const ofNames = await db.select({ id: names.id, name: names.name }).from(names).where(inArray(names.id, chunk))
    for (const { id, ...label } of [...ofProducts, ...ofNames]) labels.set(id, label)
  }
  return labels
}
