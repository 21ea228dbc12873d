import { expect, it } from 'vitest'
import { callsAtOnce, forEach } from './for-each.ts'

it('runs a few at once, continues after a failure, and reports progress and failures', async () => {
  const items = Array.from({ length: 11 }, (_, index) => index)
  const counts: number[] = []
  let running = 0
  let most = 0
  const run = async (item: number) => {
    running += 1
    most = Math.max(most, running)
    // The later ones end first.
    for (let turn = 0; turn < 12 - item; turn++) await Promise.resolve()
    running -= 1
    if (item % 5 === 0) throw new Error(`not ${item}`)
  }
  expect(await forEach(items, run, (count) => counts.push(count))).toEqual(
    [0, 5, 10].map((item) => ({ item, error: new Error(`not ${item}`) })),
  )
  expect(most).toBe(callsAtOnce)
  expect(counts).toEqual(items.map((item) => item + 1))
})
