import { setTimeout as delay } from 'node:timers/promises'

/** Delay that sending may catch up, because timers are late by some milliseconds. */
const lagMsMax = 10
/** Duration of one turn's packets: long enough for a timer. */
const turnMs = 5
const turnPacketsMax = 256

/**
 * Limits the rate of packets for all senders of a scan together, in the order of their calls. Any period has at most
 * the packets of its duration plus 10 ms, and one turn.
 */
export class Pacer {
  /** Packets that a sender may take at once. */
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

  /** Resolves when the packets may be sent, after earlier callers. */
  take(packets: number, signal: AbortSignal): Promise<void> {
    const turn = this.last.then(() => this.wait(packets, signal))
    // A cancelled caller passes its turn to the next.
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
