import { describe, expect, it } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { type Query, queryLimits } from './query.ts'
import { QueryError } from './query-error.ts'

const day = 86_400_000

const queries: [text: string, query: Query][] = [
  ['type = printer', { field: 'type', operator: '=', value: 'printer' }],
  ['TYPE=Printer', { field: 'type', operator: '=', value: 'printer' }],
  ['model ~ LaserJet', { field: 'model', operator: '~', value: 'LaserJet' }],
  ['model ~ "OptiPlex 7090"', { field: 'model', operator: '~', value: 'OptiPlex 7090' }],
  ['model = "24\\" \\\\ \\N"', { field: 'model', operator: '=', value: '24" \\ N' }],
  ['model = "and"', { field: 'model', operator: '=', value: 'and' }],
  ['lastSeen < 14d ago', { field: 'lastSeen', operator: '<', value: { ago: 14 * day } }],
  ['lastSeen<2 Weeks Ago', { field: 'lastSeen', operator: '<', value: { ago: 14 * day } }],
  ['lastSeen > 90 minutes ago', { field: 'lastSeen', operator: '>', value: { ago: 5_400_000 } }],
  ['lastSeen < 30d from now', { field: 'lastSeen', operator: '<', value: { ago: -30 * day } }],
  ['lastSeen >= 2026-05-03', { field: 'lastSeen', operator: '>=', value: '2026-05-03T00:00:00.000Z' }],
  ['lastSeen >= 2026-05-03T10:00:00+02:00', { field: 'lastSeen', operator: '>=', value: '2026-05-03T08:00:00.000Z' }],
  ['address in 10.20.0.0/16', { field: 'address', operator: 'in', value: '10.20.0.0/16' }],
  ['address IN 2001:db8::/32', { field: 'address', operator: 'in', value: '2001:db8::/32' }],
  ['address ~ 10.20.', { field: 'address', operator: '~', value: '10.20.' }],
  ['stale = yes', { field: 'stale', operator: '=', value: true }],
  ['memory >= 16 GB', { field: 'memory', operator: '>=', value: 16 * 1024 ** 3 }],
  ['memory >= 1.5TiB', { field: 'memory', operator: '>=', value: 1.5 * 1024 ** 4 }],
  ['has assetTag', { field: 'assetTag', exists: true }],
  ['lacks assetTag', { field: 'assetTag', exists: false }],
  ['custom.owner = Lee', { field: 'custom.owner', operator: '=', value: 'Lee' }],
  ['custom.floor >= 3', { field: 'custom.floor', operator: '>=', value: 3 }],
  ['custom.room = "3"', { field: 'custom.room', operator: '=', value: '3' }],
  ['custom.leased = true', { field: 'custom.leased', operator: '=', value: true }],
  ['custom."Cost center" ~ 42a', { field: 'custom.Cost center', operator: '~', value: '42a' }],
  [
    'software(name = Firefox and version < 145)',
    {
      item: 'software',
      where: {
        all: [
          { field: 'name', operator: '=', value: 'Firefox' },
          { field: 'version', operator: '<', value: '145' },
        ],
      },
    },
  ],
  [
    'type = printer and supply(level < 10%) and (tag = "Office" or model ~ LaserJet)',
    {
      all: [
        { field: 'type', operator: '=', value: 'printer' },
        { item: 'supply', where: { field: 'level', operator: '<', value: 10 } },
        {
          any: [
            { field: 'tag', operator: '=', value: 'Office' },
            { field: 'model', operator: '~', value: 'LaserJet' },
          ],
        },
      ],
    },
  ],
  [
    'stale = true or has tag and not type = printer',
    {
      any: [
        { field: 'stale', operator: '=', value: true },
        { all: [{ field: 'tag', exists: true }, { not: { field: 'type', operator: '=', value: 'printer' } }] },
      ],
    },
  ],
]

it.each(queries)('parses %s', (text, query) => {
  expect(parseQuery(text)).toEqual(query)
})

const refused: [text: string, marked: string, problem: string][] = [
  ['', '', 'The query is empty. Write a condition.'],
  ['nmae = x', 'nmae', '‘nmae’ is not a field. Did you mean name?'],
  ['owner = Lee', 'owner', '‘owner’ is not a field. A custom field is written custom.owner.'],
  [
    'type = printer and archived = true',
    'archived',
    '‘archived’ is not a field. Archived devices have a list of their own: choose the filter Archived, or the parameter archived=true.',
  ],
  [
    'archivedAt < 30d ago',
    'archivedAt',
    '‘archivedAt’ is not a field. Archived devices have a list of their own: choose the filter Archived, or the parameter archived=true.',
  ],
  [
    'asOf < 2026-05-03',
    'asOf',
    '‘asOf’ is not a field. Lists of a past time have no queries: choose a date, or the parameter asOf.',
  ],
  ['sort = name', 'sort', '‘sort’ is not a field. A query has no order: choose a column, or the parameter sort.'],
  [
    'q ~ Lee',
    'q',
    '‘q’ is not a field. The search is not part of a query: use the search field, the parameter q, or a condition such as name ~ Lee.',
  ],
  ['suply(level < 10%)', 'suply', '‘suply’ is not a field. Did you mean supply(…)?'],
  ['level < 10%', 'level', '‘level’ is not a field. Did you mean supply(level …)?'],
  ['name', '', 'An operator is missing here. Write one of = != ~ after name.'],
  ['name Lee', 'Lee', 'An operator is missing here. Write one of = != ~ after name.'],
  ['name < a', '<', 'name has no operator <. Write one of = != ~.'],
  ['lastSeen = 2026-05-03', '=', 'lastSeen has no operator =. Write one of < <= > >=.'],
  ['name =', '', 'A value is missing here, after name =.'],
  ['name = ""', '""', 'The value is empty. For devices without a value, write: lacks name'],
  ['model = HP LaserJet and has tag', 'HP LaserJet', 'A value of several words needs quotation marks: "HP LaserJet".'],
  ['type = toaster', 'toaster', '‘toaster’ is not one of its values: '],
  ['memory > lots', 'lots', '‘lots’ is not a size, such as 16 GB.'],
  ['supply(level < much)', 'much', '‘much’ is not a percentage, such as 10%.'],
  ['stale = perhaps', 'perhaps', '‘perhaps’ is neither true nor false.'],
  ['lastSeen < 2026-02-31', '2026-02-31', '‘2026-02-31’ is not a time, such as 14d ago'],
  ['lastSeen < 14 fortnights ago', '14 fortnights ago', '‘14 fortnights ago’ is not a time, such as 14d ago'],
  ['lastSeen < 999999999d ago', '999999999d ago', '‘999999999d ago’ is not a time, such as 14d ago'],
  ['address in 10.20.0.0', '10.20.0.0', '‘10.20.0.0’ is not a block, such as 10.20.0.0/16.'],
  ['address in 10.20.0.0/33', '10.20.0.0/33', '‘10.20.0.0/33’ is not a block, such as 10.20.0.0/16.'],
  ['address = 10.0.0.256', '10.0.0.256', '‘10.0.0.256’ is not an IP address, such as 10.20.30.40.'],
  ['software = Firefox', 'software', 'software needs conditions in brackets: software(name …).'],
  ['software(type = printer)', 'type', '‘type’ is not a field of software. It has '],
  ['software(verson < 3)', 'verson', '‘verson’ is not a field of software. Did you mean version?'],
  ['software(supply(level < 1))', 'supply', 'supply(…) cannot be within software(…). Put “and” between them.'],
  ['software()', ')', 'The brackets are empty. Write a condition in them.'],
  ['(has tag', '(', 'This bracket is not closed. Add a “)”.'],
  ['has tag)', ')', 'No bracket is open here. Remove the “)”.'],
  ['has tag has assetTag', 'has', '‘has’ follows a condition. Write “and” or “or” between them.'],
  ['(has tag has assetTag)', 'has', '‘has’ follows a condition. Write “and” or “or” between them.'],
  ['has tag and', '', 'A condition is missing here. Start with a field, such as name.'],
  ['has', '', 'A condition is missing here. Start with a field, such as name.'],
  ['and has tag', 'and', 'A condition is missing here. Start with a field, such as name.'],
  ['name = "Lee', '"Lee', 'This quotation mark is not closed. Add a ".'],
  ['name ! Lee', '!', 'An operator is missing here.'],
  ['name = \u202egnp.exe', 'name = \u202egnp.exe', 'The query must not hold control characters'],
  ['name = a\u0000b', 'name = a\u0000b', 'The query must not hold control characters'],
]

it.each(refused)('refuses %j at %j', (text, marked, problem) => {
  const error = errorOf(text)
  expect(error.problem).toContain(problem)
  expect(text.slice(error.position, error.end)).toBe(marked)
  expect(error.fields).toEqual([{ path: 'query', message: `character ${error.position + 1}: ${error.problem}` }])
})

describe('the limits', () => {
  const { characters, conditions, depth, valueCharacters } = queryLimits
  const many = (count: number) => Array.from({ length: count }, () => 'has tag').join(' or ')
  const deep = (levels: number) => `${'('.repeat(levels)}has tag${')'.repeat(levels)}`
  const negated = (levels: number) => `${'not '.repeat(levels)}has tag`
  const long = (length: number) => `name = ${'x'.repeat(length)}`
  it.each([
    ['conditions', many(conditions), many(conditions + 1), `more than ${conditions} conditions`],
    ['depth', deep(depth), deep(depth + 1), `nested more than ${depth} deep`],
    ['negations', negated(depth), negated(depth + 1), `nested more than ${depth} deep`],
    [
      'length of a value',
      long(valueCharacters),
      long(valueCharacters + 1),
      `longer than ${valueCharacters} characters`,
    ],
    [
      'length',
      `has tag${' '.repeat(characters - 7)}`,
      `has tag${' '.repeat(characters - 6)}`,
      `has ${characters + 1} characters. The limit is ${characters}`,
    ],
  ])('are exact: %s', (_, within, beyond, problem) => {
    parseQuery(within)
    expect(errorOf(beyond).problem).toContain(problem)
  })

  it.each(['(', 'not ', '"', '"\\', 'has tag or ', 'software(', 'custom."', '<', 'a ', '! '])(
    'refuse a megabyte of %j and 4,000 characters of it',
    (part) => {
      errorOf(part.repeat(1_000_000 / part.length))
      errorOf(part.repeat(characters).slice(0, characters))
    },
  )
})

function errorOf(text: string): QueryError {
  try {
    parseQuery(text)
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error(`parsed: ${text}`)
}
