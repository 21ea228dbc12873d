import { expect, it } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { wordsOfQuery } from './query-words.ts'

it.each([
  ['type = printer', 'Type is printer'],
  ['lastSeen < 14d ago', 'Last seen before 14d ago'],
  ['stale = true', 'Stale is yes'],
  ['lacks assetTag', 'Asset tag has no value'],
  ['custom.owner ~ Lee', 'owner contains Lee'],
  ['software(name = Firefox and version < 145)', 'Software: Name is Firefox and Version older than 145'],
  ['not supply(level < 10%)', 'Not: Printer supply: Level less than 10%'],
  ['tag = Office or (stale = true and has user)', 'Tag is Office or (Stale is yes and Signed-in user has a value)'],
])('says %s in words', (text, words) => {
  expect(wordsOfQuery(parseQuery(text))).toBe(words)
})
