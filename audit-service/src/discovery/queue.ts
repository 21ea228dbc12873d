/** Passes items from callbacks to one reader, which takes all waiting items at once. */
export class Queue<Item> {
  private items: Item[] = []
  private closed = false
  private failure: unknown
  private wake: () => void = () => undefined

  push(item: Item): void {
    this.items.push(item)
    this.wake()
  }

  /** Closes the queue; after the remaining items the reader receives undefined, or `failure` is thrown. */
  close(failure?: unknown): void {
    this.closed = true
    this.failure ??= failure
    this.wake()
  }

  /** Waits for at least one item; undefined if the queue is closed and empty. */
  async takeAll(): Promise<Item[] | undefined> {
    while (this.items.length === 0 && !this.closed) {
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    if (this.failure !== undefined) throw this.failure
    if (this.items.length === 0) return undefined
    return this.items.splice(0)
  }
}
