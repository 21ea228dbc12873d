import { expect, it } from 'vitest'
import { LimitError } from './host.ts'
import { slots } from './slots.ts'

it('runs a bounded number at once, and the rest in order', async () => {
  const inSlot = slots(2)
  let [running, most] = [0, 0]
  const done: number[] = []
  const work = async (number: number) => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running -= 1
    done.push(number)
    if (number === 3) throw new Error('three')
    return number
  }
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => inSlot(() => work(number))))
  expect(most).toBe(2)
  expect(done).toEqual([1, 2, 3, 4, 5])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

it('rejects what waits for work that hangs, until that ends', async () => {
  const inSlot = slots(1, 20)
  const { promise, resolve } = Promise.withResolvers<string>()
  const hanging = inSlot(() => promise)
  await expect(inSlot(async () => 'never')).rejects.toThrow(LimitError)
  await expect(inSlot(async () => 'never')).rejects.toThrow('not read, since earlier reads have not ended for 20 ms')
  resolve('late')
  expect(await hanging).toBe('late')
  expect(await inSlot(async () => 'again')).toBe('again')
})
