import { setTimeout as delay } from 'node:timers/promises'

/** How far sending may fall behind and still catch up, as timers are late by some milliseconds. */
const lagMsMax = 10
/** What one turn may take at once: what is due in this time, so that a wait is no shorter than a timer can be. */
const turnMs = 5
const turnPacketsMax = 256

/**
 * Lets packets go at a rate, all senders of a scan together, in the order in which they ask. In any stretch of time no
 * more go than the rate allows in it and 10 ms more, and one turn.
 */
export class Pacer {
  /** As many as a sender may take at once. */
  readonly turnPackets: number
  private readonly msPerPacket: number
  private readonly now: () => number
  private readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  private dueMs = Number.NEGATIVE_INFINITY
  private last: Promise<void> = Promise.resolve()

  constructor(
    packetsPerSecond: number,
    now: () => number = () => performance.now(),
    sleep: (ms: number, signal: AbortSignal) => Promise<void> = (ms, signal) => delay(ms, undefined, { signal }),
  ) {
    this.msPerPacket = 1000 / packetsPerSecond
    this.turnPackets = Math.max(1, Math.min(turnPacketsMax, Math.floor(turnMs / this.msPerPacket)))
    this.now = now
    this.sleep = sleep
  }

  get packetsPerSecond(): number {
    return 1000 / this.msPerPacket
  }

  /** Resolves when so many packets may go, after those who asked before. */
  take(packets: number, signal: AbortSignal): Promise<void> {
    const turn = this.last.then(() => this.wait(packets, signal))
    // Whoever is cancelled leaves its turn to the next.
    this.last = turn.catch(() => undefined)
    return turn
  }

  private async wait(packets: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    for (let earlyMs = this.dueMs - this.now(); earlyMs > 0; earlyMs = this.dueMs - this.now()) {
      await this.sleep(Math.ceil(earlyMs), signal)
    }
    this.dueMs = Math.max(this.dueMs, this.now() - lagMsMax) + packets * this.msPerPacket
  }
}
