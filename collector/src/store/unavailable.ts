import { DomainError, OperatorError } from '@rollcall/shared/errors.ts'

type Code = 'storage_full' | 'store_unavailable'

const callerMessages: Record<Code, string> = {
  storage_full:
    "The collector's disk is full: nothing was stored. The operator has to free some space. Send it again after that.",
  store_unavailable: "The collector's database cannot be used at the moment. Send it again later.",
}

/**
 * Failure that ends without a restart: the disk is full, or the server is away. The message is for callers; `operator`
 * names the file or the server. Nothing of the transaction is stored, unless the connection to a server was lost during
 * its commit.
 */
export class StoreUnavailableError extends DomainError {
  readonly operator: OperatorError

  constructor(code: Code, operatorMessage: string, callerMessage = callerMessages[code]) {
    super(code, callerMessage)
    this.name = 'StoreUnavailableError'
    this.operator = new OperatorError(operatorMessage)
  }
}

/** Error for transactions that are rolled back as the collector stops. */
export const collectorEnds = (): StoreUnavailableError =>
  new StoreUnavailableError(
    'store_unavailable',
    'the collector stopped before this could be stored',
    'The collector is stopping: nothing was stored. Send it again later.',
  )

/**
 * Failure of the disk, or damage to the database: the state on disk is unknown, so this process must not continue. The
 * next one reads the state from the disk.
 */
export class StoreFailedError extends OperatorError {}

/** Reason and start of an outage, during which writes are refused. */
export type Outage = { code: Code; reason: string; since: Date }

export type StoreListener = {
  /** Called at the first refused transaction of an outage. */
  onOutage(outage: Outage): void
  /** Called at the first successful write after an outage. */
  onRecovery(): void
  /** Ends the process. Called before any transaction gets the failure. */
  onFailure(error: StoreFailedError): void
}

/** Tracks the results of transactions: an outage starts with the first refused one and ends with the first write. */
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

  /** Records an error and gives it back to be thrown. */
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
