import { messageOf } from '@rollcall/shared/errors.ts'
import { BerError } from './ber.ts'
import type { Datagram, DatagramSocket, Peer } from './datagram-socket.ts'
import { SnmpError } from './errors.ts'

export type Patience = {
  /** Time limit of one attempt. */
  timeoutMs: number
  /** Attempts after the first, made only without any answer. */
  retries: number
  signal?: AbortSignal | undefined
}

export type Exchange<T> = {
  patience: Patience
  /** An agent: answers count only from this address and port. */
  target: Peer
  /** Unique among the waiting requests; the answer contains it. */
  id: number
  message: Buffer
  /** Checks an answer with the right origin and id; undefined keeps the request waiting, an exception ends it. */
  accept: (message: Buffer) => T | undefined
}

/** Operations of the transport for its waiting requests. */
type Desk = { queue: (request: PendingRequest) => void; forget: (request: PendingRequest) => void }

/** A request from its first attempt to its answer or failure. */
export class PendingRequest implements Datagram {
  readonly id: number
  readonly target: Peer
  readonly message: Buffer
  readonly socket: DatagramSocket
  private readonly exchange: Exchange<unknown>
  private readonly desk: Desk
  private readonly resolve: (answer: unknown) => void
  private readonly reject: (error: unknown) => void
  private readonly onAbort: (() => void) | undefined
  private attemptsLeft: number
  private timer: NodeJS.Timeout | undefined
  private isFinished = false
  /** Fault of a malformed answer. */
  private malformed: BerError | undefined

  constructor(
    exchange: Exchange<unknown>,
    socket: DatagramSocket,
    desk: Desk,
    resolve: (answer: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    const { retries, signal } = exchange.patience
    this.id = exchange.id
    this.target = exchange.target
    this.message = exchange.message
    this.socket = socket
    this.exchange = exchange
    this.desk = desk
    this.resolve = resolve
    this.reject = reject
    this.attemptsLeft = retries + 1
    this.onAbort = signal && (() => this.fail(signal.reason))
    if (this.onAbort) signal?.addEventListener('abort', this.onAbort, { once: true })
  }

  attempt(): void {
    if (this.isFinished) return
    this.attemptsLeft -= 1
    if (this.attemptsLeft >= 0) this.desk.queue(this)
    else this.fail(this.exhausted())
  }

  /** Starts the time-out of the sent attempt. */
  sent(): void {
    if (this.isFinished) return
    // A busy process may fire the timer while the answer is already in the socket: read it first.
    this.timer = setTimeout(() => setImmediate(() => this.attempt()), this.exchange.patience.timeoutMs)
  }

  unsent(error: Error): void {
    this.fail(new SnmpError('unreachable', `cannot send to ${this.target.address}: ${messageOf(error)}`))
  }

  deliver(message: Buffer): void {
    try {
      const answer = this.exchange.accept(message)
      if (answer === undefined) return
      this.finish()
      this.resolve(answer)
    } catch (error) {
      // Possibly a forgery or a truncated message: wait for a better one.
      if (error instanceof BerError) this.malformed = error
      else this.fail(error)
    }
  }

  fail(error: unknown): void {
    this.finish()
    this.reject(error)
  }

  private finish(): void {
    this.isFinished = true
    clearTimeout(this.timer)
    this.desk.forget(this)
    if (this.onAbort) this.exchange.patience.signal?.removeEventListener('abort', this.onAbort)
  }

  private exhausted(): SnmpError {
    return this.malformed
      ? new SnmpError('malformed', `the answer is malformed: ${this.malformed.message}`)
      : new SnmpError('no-answer', `no answer within ${this.exchange.patience.timeoutMs} ms`)
  }
}
