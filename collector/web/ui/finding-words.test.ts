import { expect, test } from 'vitest'
import { findingText, findingWords } from './finding-words.ts'

test.each([
  ['a value of a rule of the start', 'volume-full', 'Volume under 10 % free', '/var: 4 % free', '/var: 4 % free'],
  ['a rule of the start without a value', 'unknown-type', 'Unknown type', null, 'Unknown type'],
  [
    'a value of a rule that people made',
    null,
    'Debian is too old',
    'OS version: 11',
    'Debian is too old: OS version: 11',
  ],
  ['a rule that people made, without a value', null, 'No asset tag', null, 'No asset tag'],
])('%s is said once', (_, ruleOrigin, ruleName, detail, text) => {
  expect(findingText({ ruleName, ruleOrigin, detail })).toBe(text)
})

test('the evidence of a rule that people made is apart from its name', () => {
  const finding = { ruleName: 'Debian is too old', ruleOrigin: null, detail: 'OS version: 11' }
  expect(findingWords(finding)).toEqual({ matter: 'Debian is too old', evidence: 'OS version: 11' })
})
