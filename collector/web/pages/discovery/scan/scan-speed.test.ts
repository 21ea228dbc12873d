import { expect, test } from 'vitest'
import { speedOf, withSample } from './scan-speed.ts'

const samples = (...pairs: [second: number, done: number][]) =>
  pairs.map(([second, done]) => ({ atMs: second * 1_000, done }))

test.each([
  [samples([0, 0], [10, 500]), { perSecond: 50, msLeft: 10_000 }],
  [samples([0, 900], [2, 1_000]), { perSecond: 50, msLeft: 0 }],
  [samples([0, 0]), undefined],
  [samples([0, 0], [0.5, 100]), undefined],
  [samples([0, 100], [5, 100]), undefined],
  [[], undefined],
])('%j of 1,000', (given, speed) => expect(speedOf(given, 1_000)).toEqual(speed))

test('ignores old samples', () => {
  const kept = samples([0, 0], [10, 10], [20, 900]).reduce<ReturnType<typeof withSample>>(withSample, [])
  expect(kept).toEqual(samples([10, 10], [20, 900]))
})
