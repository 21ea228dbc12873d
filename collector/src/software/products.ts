import { newId } from '@rollcall/shared/ids.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { softwareTables } from '../store/schema/software.ts'
import { insertChunks, valueChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'

export type ProductKey = { name: string; version: string }
export type Product = ProductKey & { publisher?: string | undefined }

const keyOf = ({ name, version }: ProductKey) => `${name}\n${version}`

/** Finds a product's id by its name and version. */
export type ProductIds = { of(key: ProductKey): string | undefined }

/** Ids of the site's products; those that the catalog lacks are added as Regular. */
export async function ensureProducts(
  tx: Tx,
  siteId: string,
  wanted: readonly Product[],
  now: string,
): Promise<ProductIds> {
  const unique = new Map(wanted.map((product) => [keyOf(product), product]))
  const ids = await findProducts(tx, siteId, [...unique.values()])
  const rows = [...unique]
    .filter(([key]) => !ids.has(key))
    .map(([key, { name, version, publisher = '' }]) => {
      const id = newId()
      ids.set(key, id)
      return { id, siteId, name, version, publisher, softwareGroup: 'Regular' as const, firstSeen: now }
    })
  const { softwareProducts } = tx.tables(softwareTables)
  for (const chunk of insertChunks(softwareProducts, rows)) await tx.insert(softwareProducts).values(chunk)
  return { of: (key) => ids.get(keyOf(key)) }
}

async function findProducts(tx: Tx, siteId: string, wanted: readonly ProductKey[]): Promise<Map<string, string>> {
  const { softwareProducts } = tx.tables(softwareTables)
  const ids = new Map<string, string>()
  for (const names of valueChunks([...new Set(wanted.map(({ name }) => name))])) {
    const rows = await tx
      .select({ id: softwareProducts.id, name: softwareProducts.name, version: softwareProducts.version })
      .from(softwareProducts)
      .where(and(eq(softwareProducts.siteId, siteId), inArray(softwareProducts.name, names)))
    for (const row of rows) ids.set(keyOf(row), row.id)
  }
  return ids
}
