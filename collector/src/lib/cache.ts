import { RecentlyUsed } from './recently-used.ts'

/** What was read or written and seldom changes, by its key. */
export type Cache<V> = {
  get(key: string): V | undefined
  add(key: string, value: V): void
}

/** Holds those that were used last. */
export function createCache<V>(max: number): Cache<V> & { forget(): void } {
  let known = new RecentlyUsed<V>(max)
  return {
    get: (key) => known.get(key),
    add: (key, value) => known.set(key, value),
    forget() {
      known = new RecentlyUsed(max)
    },
  }
}

/** What one attempt at a transaction finds and adds. `keep` is for after its commit: until then it may be rolled back. */
export function findWithin<V>(known: Cache<V>): Cache<V> & { keep(): void } {
  const found = new Map<string, V>()
  return {
    get: (key) => found.get(key) ?? known.get(key),
    add: (key, value) => found.set(key, value),
    keep() {
      for (const [key, value] of found) known.add(key, value)
    },
  }
}

/** The values of those keys that have one: what is not known is read. */
export async function findAll<V>(
  keys: readonly string[],
  known: Cache<V> | undefined,
  read: (missing: readonly string[]) => Promise<readonly (readonly [string, V])[]>,
): Promise<Map<string, V>> {
  const found = new Map<string, V>()
  const missing = new Set<string>()
  for (const key of keys) {
    const value = known?.get(key)
    if (value === undefined) missing.add(key)
    else found.set(key, value)
  }
  for (const [key, value] of missing.size > 0 ? await read([...missing]) : []) {
    found.set(key, value)
    known?.add(key, value)
  }
  return found
}
