import { expect, test } from 'vitest'
import { ticksUpTo } from './ticks.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [7, [0, 5, 10]],
  [10, [0, 5, 10]],
  [99, [0, 50, 100]],
  [120, [0, 50, 100, 150]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])('ticks up to %d: %j', (max, ticks) => expect(ticksUpTo(max)).toEqual(ticks))
