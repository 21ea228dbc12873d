import { DomainError, OperatorError } from '@rollcall/shared/errors.ts'

type Code = 'storage_full' | 'store_unavailable'

const callerMessages: Record<Code, string> = {
  storage_full:
    "The collector's disk is full: nothing was stored. Its operator has to free some space; send it again then.",
  store_unavailable: "The collector's database cannot be used at the moment. Send it again later.",
}

/**
 * The store cannot do this now, and can again without a restart: its disk is full, or its server is away. The message is
 * for callers; `operator` names the file or the server. Nothing of the transaction is stored, unless the connection to a
 * server was lost during its commit.
 */
export class StoreUnavailableError extends DomainError {
  readonly operator: OperatorError

  constructor(code: Code, operatorMessage: string, callerMessage = callerMessages[code]) {
    super(code, callerMessage)
    this.name = 'StoreUnavailableError'
    this.operator = new OperatorError(operatorMessage)
  }
}

/** For transactions that are rolled back as the collector ends. */
export const collectorEnds = (): StoreUnavailableError =>
  new StoreUnavailableError(
    'store_unavailable',
    'the collector ends before this could be stored',
    'The collector is being stopped: nothing was stored. Send it again later.',
  )

/**
 * The disk has failed or the database is damaged: nobody knows what of it is on disk, so this process must not go on.
 * The next one reads what the disk has.
 */
export class StoreFailedError extends OperatorError {}

/** Why writes are refused, and since when. */
export type Outage = { code: Code; reason: string; since: Date }

export type StoreListener = {
  /** The first refused transaction of an outage. */
  onOutage(outage: Outage): void
  /** The first write that went through after one. */
  onRecovery(): void
  /** Ends the process: called before any transaction is told of the failure. */
  onFailure(error: StoreFailedError): void
}

/** Follows what becomes of transactions: an outage begins with the first that is refused, and ends with the first write. */
export class Availability {
  #outage: Outage | undefined
  #hasFailed = false
  readonly #listener: StoreListener | undefined

  constructor(listener: StoreListener | undefined) {
    this.#listener = listener
  }

  get outage(): Outage | undefined {
    return this.#outage
  }

  /** Takes note of an error, and gives it back to be thrown. */
  failed<E>(error: E): E {
    if (error instanceof StoreFailedError) {
      if (!this.#hasFailed) this.#listener?.onFailure(error)
      this.#hasFailed = true
    } else if (error instanceof StoreUnavailableError && !this.#outage) {
      const code = error.code as Code
      this.#outage = { code, reason: error.operator.message, since: new Date() }
      this.#listener?.onOutage(this.#outage)
    }
    return error
  }

  worked(): void {
    if (!this.#outage) return
    this.#outage = undefined
    this.#listener?.onRecovery()
  }
}
