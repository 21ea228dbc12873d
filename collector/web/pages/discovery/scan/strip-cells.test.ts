import { expect, it, test } from 'vitest'
import { doneOf, fill, type Strip, stripOf } from './strip-cells.ts'

const strip = (...expressions: string[]): Strip => stripOf(expressions) ?? expect.unreachable('no addresses')

it('has a cell for each address of a small segment', () => {
  const hosts = [
    { address: '10.0.0.1', outcome: 'new' as const },
    { address: '10.0.7.9', outcome: 'known' as const },
    { address: '2001:db8::1', outcome: 'ignored' as const },
    { address: '10.0.1.1', outcome: 'new' as const },
    { address: 'aws/i-0abc', outcome: 'new' as const },
  ]
  const { cells, elsewhere } = fill(strip('10.0.7.8-10.0.7.9', '10.0.0.0/30', 'nas.example', '2001:db8::1'), hosts)
  const words = cells.map((cell) => {
    const { first, last, addresses } = cell
    return [first, last, addresses, cell.new, cell.known, cell.ignored].join(' ')
  })
  expect(words).toEqual([
    '10.0.0.1 10.0.0.1 1 1 0 0',
    '10.0.0.2 10.0.0.2 1 0 0 0',
    '10.0.7.8 10.0.7.8 1 0 0 0',
    '10.0.7.9 10.0.7.9 1 0 1 0',
    '2001:db8::1 2001:db8::1 1 0 0 1',
  ])
  expect(elsewhere).toBe(2)
})

test.each([
  [['10.0.0.0/22'], 1022, 1, '10.0.3.254'],
  [['10.0.0.0/16'], 1024, 64, '10.0.255.254'],
  [['10.0.0.0/12'], 1024, 1024, '10.15.255.254'],
  [['10.0.0.0/24', '10.2.0.0/22'], 638, 2, '10.2.3.254'],
])('%j has %d cells of %d addresses', (expressions, count, perCell, last) => {
  const made = strip(...expressions)
  const { cells } = fill(made, [])
  expect([cells.length, made.perCell, cells.at(-1)?.last]).toEqual([count, perCell, last])
  expect(cells.reduce((sum, { addresses }) => sum + addresses, 0)).toBe(made.total)
})

const counts = { hostsFound: 0, ignored: 0, new: 0, known: 0, audited: 0, notAudited: 0, failed: 0, reasons: [] }
test.each([
  ['10.0.0.4', 4, 4],
  // Those of names, before, between and behind.
  ['9.0.0.1', 4, 0],
  ['10.0.9.9', 4, 6],
  ['10.2.0.0', 4, 9],
  ['2001:db8::2', 10, 11],
  ['fe80::1', 10, 12],
  [null, 4, 0],
  [null, 12, 12],
  ['nowhere', 4, 0],
])('done to %s, %d in total: the first %d', (addressesDoneTo, addressesDone, done) => {
  const made = strip('10.0.0.0/29', '10.1.0.1-10.1.0.3', '2001:db8::1-2001:db8::3')
  expect(doneOf(made, { ...counts, addressesTotal: 12, addressesDone, addressesDoneTo })).toBe(done)
})

test('has no strip for DNS names alone', () => expect(stripOf(['nas.example'])).toBeUndefined())
