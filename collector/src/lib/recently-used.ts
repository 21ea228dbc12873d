/**
 * A cache of the most recently used values, limited by their total weight. Values that were not read while half of the
 * limit filled up are evicted.
 */
export class RecentlyUsed<V> {
  readonly #weightMax: number
  #recent = new Map<string, { value: V; weight: number }>()
  #older = this.#recent
  #weight = 0

  constructor(weightMax: number) {
    this.#weightMax = weightMax
  }

  get(key: string): V | undefined {
    const found = this.#recent.get(key)
    if (found) return found.value
    const past = this.#older.get(key)
    if (past) this.set(key, past.value, past.weight)
    return past?.value
  }

  set(key: string, value: V, weight = 1): void {
    this.#weight += weight - (this.#recent.get(key)?.weight ?? 0)
    this.#recent.set(key, { value, weight })
    if (this.#weight * 2 <= this.#weightMax) return
    this.#older = this.#recent
    this.#recent = new Map()
    this.#weight = 0
  }

  delete(key: string): void {
    this.#weight -= this.#recent.get(key)?.weight ?? 0
    this.#recent.delete(key)
    this.#older.delete(key)
  }
}
