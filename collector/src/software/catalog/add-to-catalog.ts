import { setImmediate } from 'node:timers/promises'
import { overlayOf } from '../../lib/cache.ts'
import { inTurns } from '../../lib/in-turns.ts'
import { chunks } from '../../store/sql.ts'
import type { Store } from '../../store/store.ts'
import type { ProductCache } from './products.ts'
import { ensureProducts, isCached, type Product } from './products.ts'

/** More products than any user's device has. Shorter lists are added with their device. */
const longFrom = 5_000
/**
 * Products of one transaction: a new product costs some 60 microseconds, during which SQLite's writer blocks the event
 * loop.
 */
const productsPerTurn = 500

/**
 * Adds the missing products of a very long list in several transactions, before the one that stores its device, which
 * would otherwise block others for seconds. The products are cached then. If the device is not stored after all,
 * `removeUnusedProducts` deletes them.
 */
export async function addToCatalog(
  store: Store,
  siteId: string,
  list: readonly Product[],
  now: string,
  cache: ProductCache,
): Promise<void> {
  if (list.length < longFrom) return
  const missing: Product[] = []
  const take = (product: Product) => void (isCached(cache, siteId, product) || missing.push(product))
  await inTurns(list, take, setImmediate)
  for (const part of chunks(missing, productsPerTurn)) {
    const found = await store.write(async (tx) => {
      const within = overlayOf(cache)
      await ensureProducts(tx, siteId, part, now, within)
      return within
    })
    found.keep()
  }
}
