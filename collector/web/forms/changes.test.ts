import { expect, it } from 'vitest'
import { changesOf } from './changes.ts'

it('is what differs, lists in another order included', () => {
  const before = { name: 'a', sites: ['1', '2'], expiresAt: null, enabled: true }
  expect(changesOf(before, { ...before })).toEqual({})
  expect(changesOf(before, { ...before, sites: ['2', '1'], enabled: false })).toEqual({
    sites: ['2', '1'],
    enabled: false,
  })
})
