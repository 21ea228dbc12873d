import { newId } from '@rollcall/shared/ids.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { groupingRules } from '@rollcall/shared/inventory/software-name.ts'
import { and, eq } from 'drizzle-orm'
import { softwareTables } from '../store/schema/software.ts'
import { among } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import { keyHashOf, sortNameOf } from './keys.ts'
import type { FoundProducts } from './known-products.ts'
import { ensureNames } from './names.ts'

type ProductKey = { name: string; version: string }
export type Product = Pick<Software, 'name' | 'version' | 'publisher' | 'source'>
export type ProductRef = { id: string /** What installations know it by. */; number: number }

/** Finds a product by its name and version. */
export type Products = { of(key: ProductKey): ProductRef | undefined }

/** Names and versions hold no U+0000. */
const keyOf = ({ name, version }: ProductKey) => `${name}\0${version}`

/**
 * The site's products; those that the catalog lacks are added, in the group that was set for their name as a whole. Of
 * several that are one product, the first that names a publisher does. Those that are in `known` are not looked up.
 */
export async function ensureProducts(
  tx: Tx,
  siteId: string,
  wanted: readonly Product[],
  now: string,
  known?: FoundProducts,
): Promise<Products> {
  const found = new Map<string, ProductRef>()
  const missing = new Map<string, Product>()
  for (const product of wanted) {
    const key = keyOf(product)
    if (found.has(key)) continue
    const ref = known?.get(siteId, key)
    if (ref) found.set(key, ref)
    else if (!missing.get(key)?.publisher) missing.set(key, product)
  }
  const stored = await findProducts(tx, siteId, missing)
  for (const key of stored.keys()) missing.delete(key)
  for (const [key, ref] of [...stored, ...(await addProducts(tx, siteId, missing, now))]) {
    found.set(key, ref)
    known?.add(siteId, key, ref)
  }
  return { of: (key) => found.get(keyOf(key)) }
}

type ByKey<T> = ReadonlyMap<string, T>

async function findProducts(tx: Tx, siteId: string, wanted: ByKey<Product>): Promise<Map<string, ProductRef>> {
  if (wanted.size === 0) return new Map()
  const { softwareProducts } = tx.tables(softwareTables)
  const keys = new Map([...wanted].map(([key, { name, version }]) => [keyHashOf(name, version), key]))
  const { id, number, keyHash } = softwareProducts
  const rows = await tx
    .select({ id, number, keyHash })
    .from(softwareProducts)
    .where(and(eq(softwareProducts.siteId, siteId), among(keyHash, [...keys.keys()])))
  return new Map(rows.map(({ keyHash, ...ref }) => [keys.get(keyHash) as string, ref]))
}

async function addProducts(
  tx: Tx,
  siteId: string,
  missing: ByKey<Product>,
  now: string,
): Promise<Map<string, ProductRef>> {
  if (missing.size === 0) return new Map()
  const { softwareProducts } = tx.tables(softwareTables)
  const products = [...missing.values()]
  const groups = await ensureNames(tx, siteId, products, now)
  const rows = products.flatMap(({ name, version, publisher = '', source = '' }, index) => {
    const group = groups[index]
    if (!group) return []
    return {
      id: newId(),
      siteId,
      nameId: group.id,
      keyHash: keyHashOf(name, version),
      name,
      sortName: sortNameOf(name),
      version,
      publisher,
      source,
      kind: group.kind,
      softwareGroup: group.ownGroup,
      inScopeTagId: group.inScopeTagId,
      firstSeen: now,
      grouping: groupingRules,
    }
  })
  await tx.insertRows(softwareProducts, rows)
  // Their numbers are the engine's.
  return findProducts(tx, siteId, missing)
}
