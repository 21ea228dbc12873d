import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { Limit } from './limit.ts'

type Workload = SiteSettings['workload']
type Window = { endsAtMs: number; calls: number }

const windows = [
  { name: 'second', key: 'perSecond', windowMs: 1_000 },
  { name: 'minute', key: 'perMinute', windowMs: 60_000 },
] as const

/**
 * Bounds how fast one registration calls, in this process: several collectors allow as many times as much. A window
 * begins with the first call after the last one has ended, so what it says of its end is true.
 */
export function createWorkload() {
  // As many as there are registrations that call, so it needs no limit of its own.
  const open = new Map<string, Window>()

  function countIn(key: string, windowMs: number, nowMs: number): Window {
    const current = open.get(key)
    // A clock that was put back does not keep a window open.
    const isOver = !current || nowMs >= current.endsAtMs || nowMs < current.endsAtMs - windowMs
    const window = isOver ? { endsAtMs: nowMs + windowMs, calls: 0 } : current
    window.calls += 1
    open.set(key, window)
    return window
  }

  return {
    /** Counts a call; gives the limits that are set, with what is left of them. */
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
