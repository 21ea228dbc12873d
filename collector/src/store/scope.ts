export type TransactionKind = 'read' | 'write' | 'counter'

/**
 * Controls one transaction. Refuses a statement after its end, which would run outside of it, and after a failed one,
 * as PostgreSQL does, so that a verb which continues after an error fails on both engines.
 */
export class TransactionScope {
  readonly kind: TransactionKind
  #ended = false
  #failure: { error: unknown } | undefined
  readonly #cancelled: Promise<never>
  #cancel: (error: Error) => void

  constructor(kind: TransactionKind) {
    this.kind = kind
    const { promise, reject } = Promise.withResolvers<never>()
    this.#cancelled = promise
    this.#cancel = reject
    // The promise is raced below; after the race its rejection needs no handler.
    promise.catch(() => undefined)
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Error of the first statement that failed. */
  get failure(): unknown {
    return this.#failure?.error
  }

  assertOpen(): void {
    if (this.#ended) throw new Error(`a statement after the end of its ${this.kind} transaction`)
  }

  async statement<R>(execute: () => R | Promise<R>): Promise<R> {
    this.assertOpen()
    if (this.#failure) throw new Error('a statement after a failed one', { cause: this.#failure.error })
    try {
      return await execute()
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }

  /**
   * Runs the caller's function. Rejects if the function does, if a statement failed though it resolved, or on `cancel`.
   */
  async run<R>(fn: () => PromiseLike<R>): Promise<R> {
    try {
      const result = await Promise.race([fn(), this.#cancelled])
      if (this.#failure) throw this.#failure.error
      return result
    } finally {
      this.#ended = true
    }
  }

  /** Makes `run` reject now. The function continues alone, and its next statement is refused. */
  cancel(error: Error): void {
    this.#cancel(error)
  }
}

/** Refuses a nested transaction, since it and the outer one would wait for each other. */
export function refuseNested(outer: TransactionScope | undefined, kind: TransactionKind): void {
  if (outer && !outer.ended) throw new Error(`a ${kind} inside a ${outer.kind}: use the outer one's transaction`)
}
