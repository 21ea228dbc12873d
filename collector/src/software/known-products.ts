import type { ProductRef } from './products.ts'

/** Of the half that is used; as much again is of the half before. About 20 MB in all. */
const productsPerHalf = 50_000

/**
 * Products that were found, by the site and what the catalog is keyed by, so that a device which has what others have is
 * stored without a look at the catalog: a product never goes and keeps its number.
 */
export type KnownProducts = {
  get(key: string): ProductRef | undefined
  add(key: string, product: ProductRef): void
}

/** Holds those that were used last: what was not asked for while a half filled up is forgotten. */
export function createKnownProducts(perHalf = productsPerHalf): KnownProducts {
  let recent = new Map<string, ProductRef>()
  let older = new Map<string, ProductRef>()
  const add = (key: string, product: ProductRef) => {
    if (recent.size >= perHalf) [older, recent] = [recent, new Map()]
    recent.set(key, product)
  }
  return {
    add,
    get(key) {
      const product = recent.get(key)
      if (product) return product
      const past = older.get(key)
      if (past) add(key, past)
      return past
    },
  }
}

/** What one attempt at a transaction finds and adds. `keep` is for after its commit: until then it may be rolled back. */
export function findWithin(known: KnownProducts): KnownProducts & { keep(): void } {
  const found = new Map<string, ProductRef>()
  return {
    get: (key) => found.get(key) ?? known.get(key),
    add: (key, product) => found.set(key, product),
    keep() {
      for (const [key, product] of found) known.add(key, product)
    },
  }
}
