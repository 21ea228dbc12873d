import { createHash } from 'node:crypto'
import { newId } from '@rollcall/shared/ids.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { softwareTables } from '../store/schema/software.ts'
import { insertChunks, valueChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'

export type ProductKey = { name: string; version: string }
export type Product = ProductKey & { publisher?: string | undefined }

/** The catalog is keyed by product name and version. */
const keyOf = ({ name, version }: ProductKey) => createHash('sha256').update(`${name}\0${version}`).digest('hex')

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
  const ids = await findProducts(tx, siteId, [...unique.keys()])
  const rows = [...unique]
    .filter(([key]) => !ids.has(key))
    .map(([key, { name, version, publisher = '' }]) => {
      const id = newId()
      ids.set(key, id)
      return { id, siteId, keyHash: key, name, version, publisher, softwareGroup: 'Regular' as const, firstSeen: now }
    })
  const { softwareProducts } = tx.tables(softwareTables)
  for (const chunk of insertChunks(softwareProducts, rows)) await tx.insert(softwareProducts).values(chunk)
  return { of: (key) => ids.get(keyOf(key)) }
}

async function findProducts(tx: Tx, siteId: string, keys: readonly string[]): Promise<Map<string, string>> {
  const { softwareProducts } = tx.tables(softwareTables)
  const ids = new Map<string, string>()
  for (const chunk of valueChunks(keys)) {
    const rows = await tx
      .select({ id: softwareProducts.id, keyHash: softwareProducts.keyHash })
      .from(softwareProducts)
      .where(and(eq(softwareProducts.siteId, siteId), inArray(softwareProducts.keyHash, chunk)))
    for (const row of rows) ids.set(row.keyHash, row.id)
  }
  return ids
}
