import { createLru } from '../../lib/cache.ts'

export type RateLimit = { perSecond: number; burst: number }

/** Number of keys whose rate is stored; the least recent one starts over. */
const keysMax = 20_000

/** Bounds how often something may happen for each key (generic cell rate algorithm). */
export function createRateLimiter({ perSecond, burst }: RateLimit) {
  const intervalMs = 1_000 / perSecond
  const nextAt = createLru<number>(keysMax)
  return {
    /**
     * Returns the time to wait before it may happen; undefined if that exceeds `waitMsMax`, and then it does not count.
     */
    take(key: string, nowMs: number, waitMsMax = 0): number | undefined {
      const at = Math.max(nextAt.get(key) ?? 0, nowMs)
      const waitMs = Math.max(0, at - nowMs - (burst - 1) * intervalMs)
      if (waitMs > waitMsMax) return undefined
      nextAt.set(key, at + intervalMs)
      return waitMs
    },
  }
}
