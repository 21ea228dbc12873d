/** Callers waiting for one store before it refuses more: far beyond what a healthy collector ever has. */
const waitingMax = 10_000

/** Lets `count` callers in at a time, the others in the order of their coming. */
export class Slots {
  #free: number
  readonly #count: number
  readonly #waiting: (() => void)[] = []
  #closed = false
  #onIdle: (() => void) | undefined

  constructor(count: number) {
    this.#count = count
    this.#free = count
  }

  async use<R>(fn: () => Promise<R>): Promise<R> {
    if (this.#closed) throw new Error('the store is closed')
    if (this.#free > 0) this.#free -= 1
    else await this.#turn()
    try {
      return await fn()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else {
        this.#free += 1
        if (this.#free === this.#count) this.#onIdle?.()
      }
    }
  }

  /** Whether somebody is in, or waits to be. */
  get isUsed(): boolean {
    return this.#free < this.#count
  }

  /** Refuses new callers and resolves when the last one is out. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#free < this.#count) await new Promise<void>((resolve) => (this.#onIdle = resolve))
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= waitingMax) throw new Error(`the store is overloaded: ${waitingMax} callers wait`)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
