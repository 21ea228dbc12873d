import { LRUCache } from 'lru-cache'

/**
 * Creates a cache of the most recently used values. An entry counts as 1 unless `set` gives another size. The cache is
 * bounded by size, so that its memory grows with its entries: a bound of entries would reserve it at once.
 */
export const createLru = <V extends object | number | true>(sizeMax: number): LRUCache<string, V> =>
  new LRUCache({ maxSize: sizeMax, sizeCalculation: () => 1 })

/** A cache of values that seldom change, by key. */
export type Cache<V> = {
  get(key: string): V | undefined
  add(key: string, value: V): void
}

/** Creates a cache of the most recently used values. */
export function createCache<V extends object | number | true>(max: number): Cache<V> & { forget(): void } {
  let cache = createLru<V>(max)
  return {
    get: (key) => cache.get(key),
    add: (key, value) => cache.set(key, value),
    forget() {
      cache = createLru(max)
    },
  }
}

/**
 * Creates an overlay for one attempt at a transaction. `keep` moves its values to the cache, and is called after the
 * commit: until then the transaction may be rolled back.
 */
export function overlayOf<V>(cache: Cache<V>): Cache<V> & { keep(): void } {
  const found = new Map<string, V>()
  return {
    get: (key) => found.get(key) ?? cache.get(key),
    add: (key, value) => found.set(key, value),
    keep() {
      for (const [key, value] of found) cache.add(key, value)
    },
  }
}

/** Returns a view of several caches: the first one that has a value gives it, and the last one gets what is added. */
export const allOf = <V>(caches: readonly [...Cache<V>[], Cache<V>]): Cache<V> => ({
  get(key) {
    for (const cache of caches) {
      const value = cache.get(key)
      if (value !== undefined) return value
    }
    return undefined
  },
  add: (key, value) => caches.at(-1)?.add(key, value),
})

/** Returns the values of the keys that have one. Values that are not cached are read. */
export async function findAll<V>(
  keys: readonly string[],
  cache: Cache<V> | undefined,
  read: (missing: readonly string[]) => Promise<readonly (readonly [string, V])[]>,
): Promise<Map<string, V>> {
  const found = new Map<string, V>()
  const missing = new Set<string>()
  for (const key of keys) {
    const value = cache?.get(key)
    if (value === undefined) missing.add(key)
    else found.set(key, value)
  }
  for (const [key, value] of missing.size > 0 ? await read([...missing]) : []) {
    found.set(key, value)
    cache?.add(key, value)
  }
  return found
}
