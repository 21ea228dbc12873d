import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

it('lets a burst through, then one per interval, for each key', () => {
  const pace = createPace({ perSecond: 10, burst: 3 })
  expect([1, 2, 3, 4].map(() => pace.take('a', 1_000))).toEqual([0, 0, 0, undefined])
  expect(pace.take('b', 1_000)).toBe(0)
  expect(pace.take('a', 1_100)).toBe(0)
  expect(pace.take('a', 1_100)).toBeUndefined()
  expect([1, 2, 3, 4].map(() => pace.take('a', 9_000))).toEqual([0, 0, 0, undefined])
})

it('delays what can wait, and does not count what is refused', () => {
  const pace = createPace({ perSecond: 10, burst: 1 })
  expect([1, 2, 3, 4, 5].map(() => pace.take('a', 0, 200))).toEqual([0, 100, 200, undefined, undefined])
  expect(pace.take('a', 300)).toBe(0)
})
