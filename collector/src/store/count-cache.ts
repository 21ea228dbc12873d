/** Cached counts for one revision: far more than the searches that people repeat. */
const countsMax = 1_000

type OfRevision = { number: number; counts: Map<string, number> }

/** Caches counts that hold as long as the revision of their rows is the same. */
export class CountCache {
  readonly #byName = new Map<string, OfRevision>()

  /**
   * Returns a cached count or counts. `number` is the revision that the caller's transaction sees, which may be behind
   * another's.
   */
  async of(revision: string, number: number, key: string, count: () => Promise<number>): Promise<number> {
    const cached = this.#byName.get(revision)
    const found = cached?.number === number ? cached.counts.get(key) : undefined
    if (found !== undefined) return found
    const counted = await count()
    const { counts } = this.#at(revision, number)
    if (counts.size >= countsMax) counts.clear()
    counts.set(key, counted)
    return counted
  }

  #at(revision: string, number: number): OfRevision {
    const cached = this.#byName.get(revision)
    if (cached?.number === number) return cached
    const fresh = { number, counts: new Map<string, number>() }
    // A transaction that began earlier leaves the counts of a later one.
    if (cached === undefined || cached.number < number) this.#byName.set(revision, fresh)
    return fresh
  }
}
