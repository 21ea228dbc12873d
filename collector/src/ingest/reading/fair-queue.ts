/** The sender of a body: an agent, an Audit Service or an App registration, and its site. */
export type Sender = { siteId: string; id: string; name: string }

/** Hands out waiting items in turns: first between sites, then between the senders of a site. */
export class FairQueue<T> {
  readonly #sites = new Map<string, Map<string, T[]>>()
  size = 0

  /** Adds an item. `isNext` puts it before the sender's other waiting items. */
  add({ siteId, id }: Sender, item: T, isNext = false): void {
    const site = this.#sites.get(siteId) ?? new Map<string, T[]>()
    this.#sites.set(siteId, site)
    const items = site.get(id) ?? []
    site.set(id, items)
    if (isNext) items.unshift(item)
    else items.push(item)
    this.size += 1
  }

  /** Returns the next item of each sender, which is the sender's oldest. */
  heads(): T[] {
    return [...this.#sites.values()].flatMap((site) => [...site.values()].flatMap((items) => items.slice(0, 1)))
  }

  /**
   * Removes the next item of a sender that is not paused. That sender and its site then move to the end of the order.
   */
  take(mayTake: (senderId: string) => boolean = () => true): T | undefined {
    for (const [siteId, site] of this.#sites) {
      for (const [senderId, items] of site) {
        if (!mayTake(senderId)) continue
        const item = items.shift()
        site.delete(senderId)
        if (items.length > 0) site.set(senderId, items)
        this.#sites.delete(siteId)
        if (site.size > 0) this.#sites.set(siteId, site)
        this.size -= 1
        return item
      }
    }
    return undefined
  }
}
