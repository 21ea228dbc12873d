import type { ProductRef } from './products.ts'

/** Of the half that is used; as much again is of the half before. About 20 MB in all. */
const productsPerHalf = 50_000

/** What one transaction finds and adds, by the site and what the catalog is keyed by. */
export type FoundProducts = {
  get(key: string): ProductRef | undefined
  add(key: string, product: ProductRef): void
  /** After the commit: until then what was added may be rolled back. */
  keep(): void
}

/**
 * Products that were found lately, so that a device which has what others have is stored without a look at the catalog:
 * a product never goes and keeps its number.
 */
export type KnownProducts = { find(): FoundProducts }

/** Holds those that were used last: what was not asked for while a half filled up is forgotten. */
export function createKnownProducts(perHalf = productsPerHalf): KnownProducts {
  let recent = new Map<string, ProductRef>()
  let older = new Map<string, ProductRef>()
  const put = (key: string, product: ProductRef) => {
    if (recent.size >= perHalf) [older, recent] = [recent, new Map()]
    recent.set(key, product)
  }
  const get = (key: string): ProductRef | undefined => {
    const product = recent.get(key)
    if (product) return product
    const past = older.get(key)
    if (past) put(key, past)
    return past
  }
  return {
    find() {
      const found = new Map<string, ProductRef>()
      return {
        get: (key) => found.get(key) ?? get(key),
        add: (key, product) => found.set(key, product),
        keep() {
          for (const [key, product] of found) put(key, product)
        },
      }
    },
  }
}
