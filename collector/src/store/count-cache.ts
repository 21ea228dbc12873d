import type { Revision } from './revision/revision.ts'

/** Cached counts for one revision: far more than the searches that people repeat. */
const countsMax = 1_000

type OfRevision = { number: number; counts: Map<string, number> }

/** Caches counts that hold as long as the revision of their rows is the same. */
export class CountCache {
  readonly #byName = new Map<string, OfRevision>()

  /**
   * Returns a cached count or counts. `numbers` are the revisions that the caller's transaction sees, which may be
   * behind another's. They only rise, so that their sum stands for all of them.
   */
  async of(
    revisions: readonly Revision[],
    numbers: readonly (number | undefined)[],
    key: string,
    count: () => Promise<number>,
  ): Promise<number> {
    let number = 0
    for (const own of numbers) {
      if (own === undefined) return count()
      number += own
    }
    const name = revisions.map((revision) => revision.name).join(' ')
    const cached = this.#byName.get(name)
    const found = cached?.number === number ? cached.counts.get(key) : undefined
    if (found !== undefined) return found
    const counted = await count()
    const { counts } = this.#at(name, number)
    if (counts.size >= countsMax) counts.clear()
    counts.set(key, counted)
    return counted
  }

  #at(name: string, number: number): OfRevision {
    const cached = this.#byName.get(name)
    if (cached?.number === number) return cached
    const fresh = { number, counts: new Map<string, number>() }
    // A transaction that began earlier leaves the counts of a later one.
    if (cached === undefined || cached.number < number) this.#byName.set(name, fresh)
    return fresh
  }
}
