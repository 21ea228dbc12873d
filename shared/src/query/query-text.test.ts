import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isVisible } from '../api/visible-text.ts'
import { deviceFields, deviceItems, type Field, operatorsOf } from './fields.ts'
import { parseQuery } from './parse-query.ts'
import type { Query, Value } from './query.ts'
import { queryText } from './query-text.ts'

it.each([
  'type = printer and supply(level < 10%) and (tag = Office or model ~ LaserJet)',
  'software(name = Firefox and version < 145)',
  'lastSeen < 14d ago or lastSeen > 1h ago',
  'lastSeen >= 2026-05-03 and lastSeen < 2026-05-03T10:00:00Z',
  'address in 10.20.0.0/16',
  'not stale = true',
  'not (stale = true or has tag)',
  'memory >= 16 GB',
  'memory < 1536 MB',
  'has assetTag or lacks tag',
  'custom.owner = Lee or custom.floor > 3 or custom.room = "3" or custom."Cost center" = true',
  'model = "and" or model = "24\\" \\\\"',
])('writes %s as it was read', (text) => {
  expect(queryText(parseQuery(text))).toBe(text)
})

it('reads back every query that it writes', () => {
  fc.assert(
    fc.property(query(3), (made) => {
      expect(parseQuery(queryText(made))).toEqual(made)
    }),
    { seed: 20_261_123, numRuns: 2_000 },
  )
})

const visible = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => text.trim() !== '' && isVisible(text))
const digits = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((number) => number / 1000 + 0)
const dayMs = 86_400_000

const values: Record<Field['kind'], (field: Field) => fc.Arbitrary<Value>> = {
  text: () => visible,
  version: () => visible,
  choice: ({ choices }) => (choices ? fc.constantFrom(...choices) : visible),
  number: () => digits,
  percent: () => digits,
  size: () => fc.nat(Number.MAX_SAFE_INTEGER),
  time: () =>
    fc.oneof(
      fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString()),
      fc.integer({ min: -1000, max: 1000 }).map((days) => ({ ago: days * dayMs + 0 })),
      fc.nat(1_000_000).map((seconds) => ({ ago: seconds * 1000 })),
    ),
  boolean: () => fc.boolean(),
  address: () => fc.ipV4(),
  custom: () => fc.oneof(visible, digits, fc.boolean(), fc.constantFrom('12', 'true', 'No')),
}

function condition(fields: readonly Field[]): fc.Arbitrary<Query> {
  return fc.constantFrom(...fields).chain((field) => {
    const ordinary = operatorsOf[field.kind].filter((operator) => operator !== 'in')
    return fc.oneof(
      fc.boolean().map((exists): Query => ({ field: field.name, exists })),
      fc
        .record({ operator: fc.constantFrom(...ordinary), value: values[field.kind](field) })
        .map((rest): Query => ({ field: field.name, ...rest })),
    )
  })
}

function tree(
  fields: readonly Field[],
  depth: number,
  leaf: fc.Arbitrary<Query> = condition(fields),
): fc.Arbitrary<Query> {
  if (depth === 0) return leaf
  const inner = tree(fields, depth - 1, leaf)
  const members = fc.array(inner, { minLength: 2, maxLength: 3 })
  return fc.oneof(
    leaf,
    members.map((all): Query => ({ all })),
    members.map((any): Query => ({ any })),
    inner.map((not): Query => ({ not })),
  )
}

function query(depth: number): fc.Arbitrary<Query> {
  const custom = visible.map((key): Field => ({ name: `custom.${key}`, label: key, kind: 'custom' }))
  const item = fc
    .constantFrom(...deviceItems)
    .chain(({ name, fields }) => tree(fields, 1).map((where): Query => ({ item: name, where })))
  const leaf = fc.oneof(
    condition(deviceFields),
    custom.chain((field) => condition([field])),
    item,
  )
  return tree(deviceFields, depth, leaf)
}
