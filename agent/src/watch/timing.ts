import { setTimeout as delay } from 'node:timers/promises'

export type Timing = {
  /** Ends the watch. */
  signal: AbortSignal
  /** A clock that never goes back. */
  nowMs: () => number
  /** Resolves after `waitMs`, or early when the signal aborts. */
  sleep: (waitMs: number, signal: AbortSignal) => Promise<void>
}

export const realTiming: Omit<Timing, 'signal'> = {
  nowMs: () => performance.now(),
  sleep: (waitMs, signal) => delay(waitMs, undefined, { signal }).catch(() => undefined),
}
