import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'

/** A limit and its use at the time of a call. */
export type Limit = {
  name: 'quota' | 'second' | 'minute'
  /** Calls allowed in the window. */
  max: number
  /** Calls in the window so far, including this one. */
  used: number
  windowSeconds: number
  /** Seconds to the end of the window; not always whole. */
  resetSeconds: number
}

type Workload = SiteSettings['workload']
type Window = { endsAtMs: number; calls: number }

const windows = [
  { name: 'second', key: 'perSecond', windowMs: 1_000 },
  { name: 'minute', key: 'perMinute', windowMs: 60_000 },
] as const

/**
 * Limits the call rate of each registration in this process; with several collectors each allows the full rate. A
 * window begins with the first call after the previous window, so its end time is exact.
 */
export function createWorkload() {
  // Bounded by the number of registrations that call, so it needs no limit of its own.
  const open = new Map<string, Window>()

  function countIn(key: string, windowMs: number, nowMs: number): Window {
    const current = open.get(key)
    // A clock that was set back does not keep a window open.
    const isOver = !current || nowMs >= current.endsAtMs || nowMs < current.endsAtMs - windowMs
    const window = isOver ? { endsAtMs: nowMs + windowMs, calls: 0 } : current
    window.calls += 1
    open.set(key, window)
    return window
  }

  return {
    /** Counts a call. Returns the limits that are set, with their use. */
    take(registrationId: string, workload: Workload, nowMs: number): Limit[] {
      return windows.flatMap(({ name, key, windowMs }) => {
        const max = workload[key]
        if (max === 0) return []
        const { calls, endsAtMs } = countIn(`${name} ${registrationId}`, windowMs, nowMs)
        return [{ name, max, used: calls, windowSeconds: windowMs / 1000, resetSeconds: (endsAtMs - nowMs) / 1000 }]
      })
    },
  }
}
