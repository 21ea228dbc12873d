import { expect, it } from 'vitest'
import { fits, readWanted } from './typed-words.ts'

it.each([
  ['Audit  pc-01 ', { verb: 'audit', text: 'pc-01' }],
  ['scan head office', { verb: 'scan', text: 'head office' }],
  ['scanner', { verb: undefined, text: 'scanner' }],
  ['scan', { verb: undefined, text: 'scan' }],
  [' 192.0.2.7 ', { verb: undefined, text: '192.0.2.7' }],
])('%j is read as %j', (typed, wanted) => {
  expect(readWanted(typed)).toEqual(wanted)
})

it('matches all words in any order and case', () => {
  expect(fits('STORAGE snap', 'Snapshot storage', undefined)).toBe(true)
  expect(fits('', 'Anything')).toBe(true)
  expect(fits('storage tags', 'Snapshot storage', 'Settings')).toBe(false)
})
