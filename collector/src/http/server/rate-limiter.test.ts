import { expect, it } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

it('lets a burst through, then one per interval, for each key', () => {
  const limiter = createRateLimiter({ perSecond: 10, burst: 3 })
  expect([1, 2, 3, 4].map(() => limiter.take('a', 1_000))).toEqual([0, 0, 0, undefined])
  expect(limiter.take('b', 1_000)).toBe(0)
  expect(limiter.take('a', 1_100)).toBe(0)
  expect(limiter.take('a', 1_100)).toBeUndefined()
  expect([1, 2, 3, 4].map(() => limiter.take('a', 9_000))).toEqual([0, 0, 0, undefined])
})

it('delays what can wait, and does not count what is refused', () => {
  const limiter = createRateLimiter({ perSecond: 10, burst: 1 })
  expect([1, 2, 3, 4, 5].map(() => limiter.take('a', 0, 200))).toEqual([0, 100, 200, undefined, undefined])
  expect(limiter.take('a', 300)).toBe(0)
})
