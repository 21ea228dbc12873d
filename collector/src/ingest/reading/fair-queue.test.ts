import { expect, it } from 'vitest'
import { FairQueue, type Sender } from './fair-queue.ts'

const sender = (siteId: string, id: string): Sender => ({ siteId, id, name: id })

function filled(items: [site: string, sender: string, item: string][]) {
  const queue = new FairQueue<string>()
  for (const [site, id, item] of items) queue.add(sender(site, id), item)
  return queue
}
const takeAll = (queue: FairQueue<string>) => Array.from({ length: queue.size }, () => queue.take())

it('alternates between senders, each in its own order', () => {
  const queue = filled([
    ['a', '1', 'x1'],
    ['a', '1', 'x2'],
    ['a', '1', 'x3'],
    ['a', '2', 'y1'],
    ['a', '3', 'z1'],
  ])
  expect(takeAll(queue)).toEqual(['x1', 'y1', 'z1', 'x2', 'x3'])
  expect([queue.size, queue.take()]).toEqual([0, undefined])
})

it('gives each site its turn, however many senders another site has', () => {
  const many = Array.from({ length: 50 }, (_, n): [string, string, string] => ['a', `${n}`, `a${n}`])
  const queue = filled([...many, ['b', 'only', 'b1'], ['b', 'only', 'b2']])
  expect(takeAll(queue).slice(0, 4)).toEqual(['a0', 'b1', 'a1', 'b2'])
})

it('skips a sender that is paused', () => {
  const queue = filled([
    ['a', '1', 'x1'],
    ['a', '2', 'y1'],
    ['b', '3', 'z1'],
  ])
  expect(queue.take((id) => id !== '1')).toBe('y1')
  expect(queue.take((id) => id === '1')).toBe('x1')
  expect(queue.take((id) => id === '1')).toBeUndefined()
  expect(queue.size).toBe(1)
})

it('repeats an item before the others of its sender', () => {
  const queue = filled([
    ['a', '1', 'x1'],
    ['a', '1', 'x2'],
  ])
  const first = queue.take()
  queue.add(sender('a', '1'), first ?? '', true)
  expect(takeAll(queue)).toEqual(['x1', 'x2'])
})
