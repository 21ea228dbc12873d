import { expect, it } from 'vitest'
import { type ConcurrencyGroup, FairSlots } from './fair-slots.ts'

const never = new AbortController().signal

/** Takes slots one after another and records their order. */
function scanOf(name: string, lane: ConcurrencyGroup, order: string[]) {
  const releases: (() => void)[] = []
  const ask = (signal = never) =>
    lane.take(signal).then((release) => {
      order.push(name)
      releases.push(release)
    })
  return { ask, giveBack: () => releases.shift()?.() }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('gives all slots to a single scan, and the next free ones to a later scan', async () => {
  const slots = new FairSlots(4)
  const order: string[] = []
  const [large, small] = [scanOf('large', slots.group(), order), scanOf('small', slots.group(), order)]
  for (let n = 0; n < 8; n += 1) void large.ask()
  await settled()
  expect(order).toEqual(['large', 'large', 'large', 'large'])
  for (let n = 0; n < 3; n += 1) void small.ask()
  await settled()
  expect(order).toHaveLength(4)
  for (let n = 0; n < 3; n += 1) {
    large.giveBack()
    await settled()
  }
  // Two for each group, then the longest waiting.
  expect(order.slice(4)).toEqual(['small', 'small', 'large'])
})

it('limits one scan even if it is alone', async () => {
  const slots = new FairSlots(4, 2)
  const order: string[] = []
  const scan = scanOf('one', slots.group(), order)
  for (let n = 0; n < 3; n += 1) void scan.ask()
  await settled()
  expect(order).toHaveLength(2)
  scan.giveBack()
  await settled()
  expect(order).toHaveLength(3)
})

it('drops a cancelled caller without losing a slot', async () => {
  const slots = new FairSlots(1)
  const order: string[] = []
  const [one, other] = [scanOf('one', slots.group(), order), scanOf('other', slots.group(), order)]
  await one.ask()
  const cancel = new AbortController()
  const asking = other.ask(cancel.signal)
  cancel.abort(new Error('cancelled by test'))
  await expect(asking).rejects.toThrow('cancelled by test')
  await expect(other.ask(cancel.signal)).rejects.toThrow('cancelled by test')
  one.giveBack()
  await other.ask()
  expect(order).toEqual(['one', 'other'])
})

it('releases a slot only once', async () => {
  const slots = new FairSlots(1)
  const lane = slots.group()
  const release = await lane.take(never)
  release()
  release()
  await lane.take(never)
  const cancel = new AbortController()
  const asking = lane.take(cancel.signal)
  cancel.abort(new Error('no second place'))
  await expect(asking).rejects.toThrow('no second place')
})
