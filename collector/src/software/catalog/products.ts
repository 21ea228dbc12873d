import { newId } from '@rollcall/shared/ids.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { groupingRules } from '@rollcall/shared/inventory/software-name.ts'
import { type Cache, createCache } from '../../lib/cache.ts'
import { inTurns } from '../../lib/in-turns.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Tx } from '../../store/store.ts'
import { completeProducts, type EmptyFields, emptyFieldsOf, hasMoreFields } from './complete-products.ts'
import { keyHashOf, sortNameOf } from './keys.ts'
import { ensureNames } from './name-groups.ts'

type ProductKey = { name: string; version: string }
export type Product = Pick<Software, 'name' | 'version' | 'publisher' | 'source'>
export type ProductRef = {
  id: string
  /** Number that installations refer to. */
  number: number
  emptyFields: EmptyFields
}

/** Finds the stored products of a list. */
export type Products = { of(asked: Product): ProductRef | undefined }

/** Maximum number of cached products: about 20 MB. */
const productsMax = 100_000

/**
 * Caches products by site and catalog key, so that a device with common software is stored without reading the catalog.
 * A product keeps its number, and is deleted only if it was never installed. The transaction that counts the first
 * installation of a deleted product is rolled back and repeated without the cache.
 */
export type ProductCache = Cache<ProductRef>

export const createProductCache = (max = productsMax) => createCache<ProductRef>(max)

/** Joins the key. Names and versions contain no U+0000. */
const keyOf = (siteId: string, { name, version }: ProductKey) => `${siteId}\0${name}\0${version}`

/** Reports whether a product is cached. */
export const isCached = (cache: ProductCache, siteId: string, product: ProductKey): boolean =>
  cache.get(keyOf(siteId, product)) !== undefined

type ByKey<T> = ReadonlyMap<string, T>

/**
 * Returns the site's products. Missing ones are added, in the group set for their name as a whole. If several items are
 * one product, the first one with a publisher counts. Cached products are not read.
 */
export async function ensureProducts(
  tx: Tx,
  siteId: string,
  wanted: readonly Product[],
  now: string,
  cache?: ProductCache,
): Promise<Products> {
  // Looked up by the object itself first, so that most keys are built only once.
  const atOnce = new Map<Product, ProductRef>()
  const found = new Map<string, ProductRef>()
  const missing = new Map<string, Product>()
  const more = new Map<string, { product: Product; number: number }>()
  const take = (refs: Iterable<[string, ProductRef]>) => {
    for (const [key, ref] of refs) {
      found.set(key, ref)
      cache?.add(key, ref)
    }
  }
  const find = (product: Product) => {
    const key = keyOf(siteId, product)
    const ref = cache?.get(key)
    if (ref) atOnce.set(product, ref)
    if (ref && hasMoreFields(product, ref.emptyFields)) more.set(key, { product, number: ref.number })
    else if (!ref && !missing.get(key)?.publisher) missing.set(key, product)
  }
  await inTurns(wanted, find, tx.pause)
  const stored = await findProducts(tx, siteId, missing)
  take(stored)
  for (const [key, { emptyFields, number }] of stored) {
    const product = missing.get(key)
    if (product && hasMoreFields(product, emptyFields)) more.set(key, { product, number })
    missing.delete(key)
  }
  take(await addProducts(tx, siteId, missing, now))
  if (more.size > 0) {
    await completeProducts(tx, new Map([...more.values()].map(({ number, product }) => [number, product])))
    take(await findProducts(tx, siteId, new Map([...more].map(([key, { product }]) => [key, product]))))
  }
  return { of: (product) => atOnce.get(product) ?? found.get(keyOf(siteId, product)) }
}

async function findProducts(tx: Tx, siteId: string, wanted: ByKey<Product>): Promise<Map<string, ProductRef>> {
  if (wanted.size === 0) return new Map()
  const { softwareProducts } = tx.tables(softwareTables)
  const keys = new Map([...wanted].map(([key, { name, version }]) => [keyHashOf(name, version), key]))
  const rows = await tx.rowsAmong(softwareProducts, [...keys.keys()], {
    key: 'keyHash',
    and: { siteId },
    columns: ['id', 'number', 'keyHash', 'publisher', 'source'],
  })
  return new Map(
    rows.map((row) => [
      keys.get(row.keyHash) ?? '',
      { id: row.id, number: row.number, emptyFields: emptyFieldsOf(row) },
    ]),
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
  // The engine assigns their numbers.
  return findProducts(tx, siteId, missing)
}
