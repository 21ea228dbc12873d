import { parseQuery } from '@rollcall/shared/query/parse-query.ts'
import { queryText } from '@rollcall/shared/query/query-text.ts'
import { expect, it } from 'vitest'
import { draftOf, queryOf } from './filter-draft.ts'

it.each([
  'type = printer',
  'lastSeen < 14d ago',
  'lastSeen >= 2026-05-03',
  'memory >= 16 GB',
  'stale = true',
  'lacks assetTag',
  'custom.owner = Lee',
  'custom.room = "3"',
  'custom.room = "a b"',
  'tag = Office or model ~ "Laser Jet"',
  'software(name = Firefox and version < 145)',
  'software(name = Firefox or name = Chromium)',
  'not software(name = Firefox)',
  'not (tag = Office or tag = Home)',
])('a form edits %s without a loss', (text) => {
  const draft = draftOf(parseQuery(text))
  const made = draft && queryOf(draft)
  expect(made && 'query' in made && queryText(made.query)).toBe(text)
})

it.each([
  'type = printer and tag = Office',
  'tag = Office or (type = printer and stale = true)',
  'not not type = printer',
  'software(name = Firefox and (version < 3 or version > 5))',
  'software(name = Firefox) or type = printer',
])('a form does not show %s, which needs text', (text) => {
  expect(draftOf(parseQuery(text))).toBeUndefined()
})

it('names the problem of each condition', () => {
  const conditions = [
    { field: 'level', test: '<', value: 'much' },
    { field: 'name', test: 'has', value: '' },
    { field: 'name', test: '=', value: ' ' },
  ] as const
  expect(queryOf({ item: 'supply', join: 'all', isNegated: false, conditions })).toEqual({
    problems: ['This is not a percentage, such as 10%', undefined, 'Enter a value'],
  })
})
