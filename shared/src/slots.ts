type Options = {
  /** Name of the guarded work, for errors. */
  name: string
  waitingMax: number
}

/** A semaphore: runs at most `count` callers at a time; the others wait in order of arrival. */
export class Slots {
  #free: number
  readonly #count: number
  readonly #options: Partial<Options>
  readonly #waiting: (() => void)[] = []
  #closed = false
  #onIdle: (() => void) | undefined

  constructor(count: number, options: Partial<Options> = {}) {
    this.#count = count
    this.#free = count
    this.#options = options
  }

  use<R>(fn: () => Promise<R>): Promise<R> {
    return this.#run(fn, (turn) => this.#waiting.push(turn))
  }

  /** Runs a caller before all that wait, also before earlier ones of its kind: for short work on which much depends. */
  useNext<R>(fn: () => Promise<R>): Promise<R> {
    return this.#run(fn, (turn) => this.#waiting.unshift(turn))
  }

  async #run<R>(fn: () => Promise<R>, queue: (turn: () => void) => void): Promise<R> {
    if (this.#closed) throw new Error(`${this.#options.name} is closed`)
    if (this.#free > 0) this.#free -= 1
    else await this.#turn(queue)
    try {
      return await fn()
    } finally {
      // The slot passes to the next caller, or is free.
      const next = this.#waiting.shift()
      if (next) next()
      else {
        this.#free += 1
        if (this.#free === this.#count) this.#onIdle?.()
      }
    }
  }

  /** True while a caller runs or waits. */
  get isUsed(): boolean {
    return this.#free < this.#count
  }

  /** Refuses new callers and resolves when the last one has finished. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#free < this.#count) await new Promise<void>((resolve) => (this.#onIdle = resolve))
  }

  #turn(queue: (turn: () => void) => void): Promise<void> {
    const { name, waitingMax = Number.POSITIVE_INFINITY } = this.#options
    if (this.#waiting.length >= waitingMax) throw new Error(`${name} is overloaded: ${waitingMax} callers wait`)
    return new Promise(queue)
  }
}
