import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

test('limits concurrent jobs, runs all, and frees the slot of a failed one', async () => {
  const slots = new Slots(2)
  let running = 0
  let most = 0
  const work = (fails: boolean) =>
    slots.use(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((next) => setImmediate(next))
      running -= 1
      if (fails) throw new Error('broken')
      return 'done'
    })
  const results = await Promise.allSettled([true, false, true, false, false, true, false].map(work))
  expect(most).toBe(2)
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(4)
  expect(await work(false)).toBe('done')
})

test('runs a caller that is next before those that wait', async () => {
  const slots = new Slots(1)
  const order: string[] = []
  const work = (name: string) => async () => void order.push(name)
  await Promise.all([
    slots.use(work('running')),
    slots.use(work('waiting')),
    slots.useNext(work('next')),
    slots.use(work('last')),
  ])
  expect(order).toEqual(['running', 'next', 'waiting', 'last'])
})
