import { expect, it } from 'vitest'
import { changesOf, withInput } from './changes.ts'

it('returns changed fields, including reordered lists', () => {
  const before = { name: 'a', sites: ['1', '2'], expiresAt: null, enabled: true }
  expect(changesOf(before, { ...before })).toEqual({})
  expect(changesOf(before, { ...before, sites: ['2', '1'], enabled: false })).toEqual({
    sites: ['2', '1'],
    enabled: false,
  })
})

it('keeps the input and takes the stored values of all other fields, also within objects', () => {
  const opened = { name: 'a', sites: ['1'], options: { ports: '22', ping: false } }
  const input = { name: 'mine', sites: ['1'], options: { ports: '80', ping: false } }
  const stored = { name: 'theirs', sites: ['1', '2'], options: { ports: '443', ping: true } }
  expect(withInput(opened, input, stored)).toEqual({
    name: 'mine',
    sites: ['1', '2'],
    options: { ports: '80', ping: true },
  })
})

it('merges the texts of a list, so that what somebody else removed or added stays so', () => {
  const opened = { capabilities: ['Edit', 'Audit'] }
  const stored = { capabilities: ['Audit', 'Export'] }
  expect(withInput(opened, { capabilities: ['Edit', 'Audit', 'Scan'] }, stored)).toEqual({
    capabilities: ['Audit', 'Scan', 'Export'],
  })
  expect(withInput(opened, { capabilities: ['Edit'] }, stored)).toEqual({ capabilities: ['Export'] })
})

it('keeps the order of the input', () => {
  const opened = { credentials: ['a', 'b', 'c'] }
  const input = { credentials: ['c', 'a', 'b'] }
  expect(withInput(opened, input, opened)).toEqual(input)
  expect(withInput(opened, input, { credentials: ['a', 'b', 'c', 'd'] })).toEqual({ credentials: ['c', 'a', 'b', 'd'] })
})
