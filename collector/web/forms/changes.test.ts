import { expect, it } from 'vitest'
import { changesOf } from './changes.ts'

it('returns changed fields, including reordered lists', () => {
  const before = { name: 'a', sites: ['1', '2'], expiresAt: null, enabled: true }
  expect(changesOf(before, { ...before })).toEqual({})
  expect(changesOf(before, { ...before, sites: ['2', '1'], enabled: false })).toEqual({
    sites: ['2', '1'],
    enabled: false,
  })
})
