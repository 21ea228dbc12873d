import { newId } from '@rollcall/shared/ids.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { groupingRules } from '@rollcall/shared/inventory/software-name.ts'
import { and, eq } from 'drizzle-orm'
import { type Cache, createCache } from '../../lib/cache.ts'
import { inTurns } from '../../lib/in-turns.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { completeProducts, hasMoreFields, type Untold, untoldOf } from './complete-products.ts'
import { keyHashOf, sortNameOf } from './keys.ts'
import { ensureNames } from './name-groups.ts'

type ProductKey = { name: string; version: string }
export type Product = Pick<Software, 'name' | 'version' | 'publisher' | 'source'>
export type ProductRef = {
  id: string
  /** What installations know it by. */
  number: number
  untold: Untold
}

/** Finds the products of those that were asked for. */
export type Products = { of(asked: Product): ProductRef | undefined }

/** About 20 MB in all. */
const productsMax = 100_000

/**
 * Products that were found, by the site and what the catalog is keyed by, so that a device which has what others have is
 * stored without a look at the catalog. A product keeps its number, and goes only where it was never installed: then
 * the transaction that counts its first installation is refused, and begun again without what is known.
 */
export type ProductCache = Cache<ProductRef>

export const createProductCache = (max = productsMax) => createCache<ProductRef>(max)

/** Names and versions hold no U+0000. */
const keyOf = (siteId: string, { name, version }: ProductKey) => `${siteId}\0${name}\0${version}`

/** Whether a product need not be looked up. */
export const isCached = (known: ProductCache, siteId: string, product: ProductKey): boolean =>
  known.get(keyOf(siteId, product)) !== undefined

type ByKey<T> = ReadonlyMap<string, T>

/**
 * The site's products; those that the catalog lacks are added, in the group that was set for their name as a whole. Of
 * several that are one product, the first that names a publisher does. Those that are in `known` are not looked up.
 */
export async function ensureProducts(
  tx: Tx,
  siteId: string,
  wanted: readonly Product[],
  now: string,
  known?: ProductCache,
): Promise<Products> {
  // By the object itself, as most are: a key is put together, and looked for, but once.
  const atOnce = new Map<Product, ProductRef>()
  const found = new Map<string, ProductRef>()
  const missing = new Map<string, Product>()
  const more = new Map<string, { product: Product; number: number }>()
  const take = (refs: Iterable<[string, ProductRef]>) => {
    for (const [key, ref] of refs) {
      found.set(key, ref)
      known?.add(key, ref)
    }
  }
  const look = (product: Product) => {
    const key = keyOf(siteId, product)
    const ref = known?.get(key)
    if (ref) atOnce.set(product, ref)
    if (ref && hasMoreFields(product, ref.untold)) more.set(key, { product, number: ref.number })
    else if (!ref && !missing.get(key)?.publisher) missing.set(key, product)
  }
  await inTurns(wanted, look, tx.pause)
  const stored = await findProducts(tx, siteId, missing)
  take(stored)
  for (const [key, { untold, number }] of stored) {
    const product = missing.get(key)
    if (product && hasMoreFields(product, untold)) more.set(key, { product, number })
    missing.delete(key)
  }
  take(await addProducts(tx, siteId, missing, now))
  if (more.size > 0) {
    await completeProducts(tx, new Map([...more.values()].map(({ number, product }) => [number, product])))
    take(await findProducts(tx, siteId, new Map([...more].map(([key, { product }]) => [key, product]))))
  }
  return { of: (asked) => atOnce.get(asked) ?? found.get(keyOf(siteId, asked)) }
}

async function findProducts(tx: Tx, siteId: string, wanted: ByKey<Product>): Promise<Map<string, ProductRef>> {
  if (wanted.size === 0) return new Map()
  const { softwareProducts } = tx.tables(softwareTables)
  const keys = new Map([...wanted].map(([key, { name, version }]) => [keyHashOf(name, version), key]))
  const { id, number, keyHash, publisher, source } = softwareProducts
  const rows = await tx
    .select({ id, number, keyHash, publisher, source })
    .from(softwareProducts)
    .where(and(eq(softwareProducts.siteId, siteId), among(keyHash, [...keys.keys()])))
  return new Map(
    rows.map((row) => [keys.get(row.keyHash) ?? '', { id: row.id, number: row.number, untold: untoldOf(row) }]),
  )
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
