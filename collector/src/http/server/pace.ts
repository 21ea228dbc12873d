import { RecentlyUsed } from '../../lib/recently-used.ts'

export type PaceOptions = { perSecond: number; burst: number }

/** Keys whose pace is remembered; who was not seen for long begins anew. */
const keysMax = 20_000

/** Bounds how often something may happen for each key (the generic cell rate algorithm). */
export function createPace({ perSecond, burst }: PaceOptions) {
  const intervalMs = 1_000 / perSecond
  const nextAt = new RecentlyUsed<number>(keysMax)
  return {
    /** The time to wait before it may happen; undefined when that is too long, and then it does not count. */
    take(key: string, nowMs: number, waitMsMax = 0): number | undefined {
      const at = Math.max(nextAt.get(key) ?? 0, nowMs)
      const waitMs = Math.max(0, at - nowMs - (burst - 1) * intervalMs)
      if (waitMs > waitMsMax) return undefined
      nextAt.set(key, at + intervalMs)
      return waitMs
    },
  }
}
