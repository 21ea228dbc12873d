import { expect, test } from 'vitest'
import { isUuid, newId } from './ids.ts'

test('creates unique UUIDv7 that ascend in order of creation', () => {
  const before = Date.now()
  const ids = Array.from({ length: 5_000 }, newId)
  const after = Date.now()
  expect(new Set(ids).size).toBe(5_000)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) {
    expect(isUuid(id) && id[14] === '7' && /[89ab]/.test(id[19] ?? '')).toBe(true)
    const msecs = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    expect(msecs).toBeGreaterThanOrEqual(before)
    expect(msecs).toBeLessThanOrEqual(after)
  }
})
