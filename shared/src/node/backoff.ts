import { setTimeout as delay } from 'node:timers/promises'

type BackoffOptions = {
  /** Upper end of the first wait. */
  baseMs: number
  /** Upper end of any wait. */
  maxMs: number
  /** 0 inclusive to 1 exclusive. */
  random?: () => number
  /** Resolves after `waitMs`; rejects when `signal` is aborted. */
  sleep?: (waitMs: number, signal?: AbortSignal) => Promise<void>
}

type Backoff = {
  /** Returns the next wait, at least `atLeastMs` (the wait that the other side requested). */
  nextMs(atLeastMs?: number): number
  /** Waits for the next back-off period. Rejects with the signal's reason if aborted. */
  wait(signal?: AbortSignal, atLeastMs?: number): Promise<void>
  /** Starts again at the first wait, after the other side answered. */
  reset(): void
}

/**
 * Exponential back-off with full jitter: the n-th wait (from 0) is between 0 and `baseMs * 2^n`, at most `maxMs`. The
 * whole range is used so that many clients that lost the same peer do not return at the same time.
 */
export function createBackoff(options: BackoffOptions): Backoff {
  const { baseMs, maxMs, random = Math.random, sleep = sleepFor } = options
  let attempt = 0
  const nextMs = (atLeastMs = 0) => {
    const ceilingMs = Math.min(maxMs, baseMs * 2 ** attempt)
    attempt = Math.min(attempt + 1, 52)
    return atLeastMs + Math.floor(random() * ceilingMs)
  }
  return {
    nextMs,
    wait: (signal, atLeastMs) => sleep(nextMs(atLeastMs), signal),
    reset: () => {
      attempt = 0
    },
  }
}

const sleepFor = async (waitMs: number, signal?: AbortSignal): Promise<void> => {
  await delay(waitMs, undefined, signal ? { signal } : {})
}

/**
 * Returns a Retry-After field (RFC 9110, section 10.2.3: seconds, or a date) as milliseconds from `nowMs`; undefined if
 * it is neither.
 */
export function parseRetryAfterMs(field: string | undefined, nowMs: number): number | undefined {
  if (field === undefined) return undefined
  const text = field.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Date.parse accepts many forms; the field allows only those that begin with the name of a day.
  const time = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - nowMs)
}
