import { expect, test } from 'vitest'
import { createGroupSize } from './group-size.ts'

test('a group may have all deliveries until one took long; its limit grows again as they get cheaper', () => {
  const size = createGroupSize(128, 50)
  expect(size.limit()).toBe(128)
  size.stored(128, 20)
  expect(size.limit()).toBe(128)
  size.stored(128, 256)
  expect(size.limit()).toBe(25)
  const limits = Array.from({ length: 20 }, () => {
    size.stored(25, 4)
    return size.limit()
  })
  expect(limits).toEqual(limits.toSorted((a, b) => a - b))
  expect(limits.at(-1)).toBe(128)
})

test('a group has at least 16 deliveries, and never more than its maximum', () => {
  const size = createGroupSize(128, 50)
  size.stored(10, 5_000)
  expect(size.limit()).toBe(16)
  const small = createGroupSize(3, 50)
  small.stored(3, 5_000)
  expect(small.limit()).toBe(3)
})
