/** Counts kept of one revision: far more than the searches that people repeat. */
const countsMax = 1_000

type OfRevision = { number: number; counts: Map<string, number> }

/** Counts that hold as long as a revision of what they were counted of is the same. */
export class RememberedCounts {
  readonly #byName = new Map<string, OfRevision>()

  /** `number` is the revision that the caller's transaction sees, which may be behind another's. */
  async of(revision: string, number: number, key: string, count: () => Promise<number>): Promise<number> {
    const known = this.#byName.get(revision)
    const found = known?.number === number ? known.counts.get(key) : undefined
    if (found !== undefined) return found
    const counted = await count()
    const { counts } = this.#at(revision, number)
    if (counts.size >= countsMax) counts.clear()
    counts.set(key, counted)
    return counted
  }

  #at(revision: string, number: number): OfRevision {
    const known = this.#byName.get(revision)
    if (known?.number === number) return known
    const fresh = { number, counts: new Map<string, number>() }
    // A transaction that began earlier leaves what a later one has counted.
    if (known === undefined || known.number < number) this.#byName.set(revision, fresh)
    return fresh
  }
}
