import { newId } from '@rollcall/shared/ids.ts'
import { and, eq } from 'drizzle-orm'
import { softwareTables } from '../store/schema/software.ts'
import { among, insertChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import { keyHashOf, sortNameOf } from './keys.ts'
import { ensureNames } from './names.ts'

type ProductKey = { name: string; version: string }
export type Product = ProductKey & { publisher?: string | undefined }

const keyOf = ({ name, version }: ProductKey) => keyHashOf(name, version)

/** Finds a product's id by its name and version. */
export type ProductIds = { of(key: ProductKey): string | undefined }

/**
 * Ids of the site's products; those that the catalog lacks are added, in the group that was set for their name as a
 * whole. Of several that are one product, the first that names a publisher does.
 */
export async function ensureProducts(
  tx: Tx,
  siteId: string,
  wanted: readonly Product[],
  now: string,
): Promise<ProductIds> {
  const unique = new Map<string, Product>()
  for (const product of wanted) {
    const key = keyOf(product)
    if (!unique.get(key)?.publisher) unique.set(key, product)
  }
  const ids = await findProducts(tx, siteId, [...unique.keys()])
  const added = [...unique].filter(([key]) => !ids.has(key))
  const groups = await ensureNames(
    tx,
    siteId,
    added.map(([, product]) => product),
    now,
  )
  const rows = added.flatMap(([key, { name, version, publisher = '' }]) => {
    const group = groups.get(name)
    if (!group) return []
    const id = newId()
    ids.set(key, id)
    return {
      id,
      siteId,
      nameId: group.id,
      keyHash: key,
      name,
      sortName: sortNameOf(name),
      version,
      publisher,
      softwareGroup: group.ownGroup,
      inScopeTagId: group.inScopeTagId,
      firstSeen: now,
    }
  })
  const { softwareProducts } = tx.tables(softwareTables)
  for (const chunk of insertChunks(softwareProducts, rows)) await tx.insert(softwareProducts).values(chunk)
  return { of: (key) => ids.get(keyOf(key)) }
}

async function findProducts(tx: Tx, siteId: string, keys: readonly string[]): Promise<Map<string, string>> {
  const { softwareProducts } = tx.tables(softwareTables)
  const rows = await tx
    .select({ id: softwareProducts.id, keyHash: softwareProducts.keyHash })
    .from(softwareProducts)
    .where(and(eq(softwareProducts.siteId, siteId), among(softwareProducts.keyHash, keys)))
  return new Map(rows.map(({ id, keyHash }) => [keyHash, id]))
}
