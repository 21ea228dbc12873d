import { expect, test } from 'vitest'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { filledColumns, matching } from './list-items.ts'

type Part = { name: string; slot?: number; note?: string; health?: { status: string } }

const columns: PlainColumn<Part>[] = [
  { header: 'Name', render: ({ name }) => name },
  { header: 'Slot', render: ({ slot }) => slot },
  { header: 'Note', render: ({ note }) => note },
]
const headers = (items: Part[]) => filledColumns(columns, items).map(({ header }) => header)

test('hides a column without a value, and shows one with a zero', () => {
  expect(headers([{ name: 'a' }, { name: 'b', note: '' }])).toEqual(['Name'])
  expect(
    headers([
      { name: 'a', slot: 0 },
      { name: 'b', note: 'x' },
    ]),
  ).toEqual(['Name', 'Slot', 'Note'])
})

test('finds items by any value, also inside a part, without regard to case', () => {
  const items: Part[] = [
    { name: 'sda', health: { status: 'Failing' } },
    { name: 'SDB', slot: 12 },
  ]
  const names = (text?: string) => matching(items, text).map(({ name }) => name)
  expect([names('sd'), names('fail'), names('12'), names('x'), names('')]).toEqual([
    ['sda', 'SDB'],
    ['sda'],
    ['SDB'],
    [],
    ['sda', 'SDB'],
  ])
})
