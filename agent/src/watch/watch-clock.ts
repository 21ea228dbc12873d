import { setTimeout as delay } from 'node:timers/promises'

export type WatchClock = {
  /** Ends the watch. */
  signal: AbortSignal
  /** A clock that never goes back. */
  nowMs: () => number
  /** Resolves after `waitMs`, or early when the signal aborts. */
  sleep: (waitMs: number, signal: AbortSignal) => Promise<void>
}

export const realWatchClock: Omit<WatchClock, 'signal'> = {
  nowMs: () => performance.now(),
  sleep: (waitMs, signal) => delay(waitMs, undefined, { signal }).catch(() => undefined),
}
