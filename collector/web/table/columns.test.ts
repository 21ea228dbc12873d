import { expect, test } from 'vitest'
import { nameColumns, shownColumns } from './columns.ts'
import type { Column } from './types.ts'

const columns: Column<object>[] = [
  { id: 'name', header: 'Name', fixed: true, render: () => null },
  { id: 'type', header: 'Type', render: () => null },
  { id: 'dnsName', header: 'DNS name', optional: true, render: () => null },
]
const shown = (named?: string) => shownColumns(columns, named).map(({ id }) => id)

test.each([
  [undefined, ['name', 'type']],
  ['dnsName,type', ['name', 'type', 'dnsName']],
  ['dnsName', ['name', 'dnsName']],
  ['none', ['name']],
  ['no,such', ['name']],
])('an address with the columns %s shows %j', (named, expected) => {
  expect(shown(named)).toEqual(expected)
})

test.each([
  [['type'], undefined],
  [['type', 'dnsName'], 'type,dnsName'],
  [[], 'none'],
])('columns %j are %s in the address, and are read back', (ids, named) => {
  expect(nameColumns(columns, ids)).toBe(named)
  expect(shown(named)).toEqual(['name', ...ids])
})
