import { setImmediate } from 'node:timers/promises'
import { findWithin } from '../../lib/cache.ts'
import { inTurns } from '../../lib/in-turns.ts'
import { chunks } from '../../store/sql.ts'
import type { Store } from '../../store/store.ts'
import type { ProductCache } from './products.ts'
import { ensureProducts, isCached, type Product } from './products.ts'

/** No device that people use has as many; a shorter list is added with its device. */
const longFrom = 5_000
/** Of one transaction: a new product costs some 60 microseconds, for which SQLite's writer holds the event loop. */
const productsPerTurn = 500

/**
 * Adds what the catalog lacks of a very long list, some a transaction, before the one that stores its device: that one
 * would hold up everybody for seconds. Should the device not be stored after all, `removeUnusedProducts` removes them.
 * They are `known` then.
 */
export async function addToCatalog(
  store: Store,
  siteId: string,
  list: readonly Product[],
  now: string,
  known: ProductCache,
): Promise<void> {
  if (list.length < longFrom) return
  const missing: Product[] = []
  const take = (product: Product) => void (isCached(known, siteId, product) || missing.push(product))
  await inTurns(list, take, setImmediate)
  for (const part of chunks(missing, productsPerTurn)) {
    const found = await store.write(async (tx) => {
      const within = findWithin(known)
      await ensureProducts(tx, siteId, part, now, within)
      return within
    })
    found.keep()
  }
}
