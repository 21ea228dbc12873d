import type { Port } from '@rollcall/shared/api/device-history.ts'
import { expect, it } from 'vitest'
import { neighborOf, switchFrontOf } from './switch-front.ts'

const port = (name: string, more: Partial<Port> = {}): Port => ({
  name,
  addresses: [],
  neighbors: [],
  neighborsTotal: 0,
  ...more,
})
const range = (prefix: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => port(`${prefix}${at + from}`))
const written = (ports: readonly Port[]) =>
  switchFrontOf(ports).map(({ label, rows }) => [
    label,
    ...rows.map((row) => row.map(({ number }) => number).join(' ')),
  ])

it('puts odd sockets above even ones per module, and few sockets in one row', () => {
  expect(written([...range('Gi1/0/', 8), ...range('Te1/1/', 4), ...range('Gi2/0/', 8)])).toEqual([
    ['Gi1/0', '1 3 5 7', '2 4 6 8'],
    ['Te1/1', '1 2 3 4'],
    ['Gi2/0', '1 3 5 7', '2 4 6 8'],
  ])
})

it('starts in the upper row with number zero, and sorts numerically', () => {
  expect(written(range('xe-0/0/', 10, 0).toReversed())).toEqual([['xe-0/0', '0 2 4 6 8', '1 3 5 7 9']])
})

it('shows plain numbers and names, without virtual ports', () => {
  const others = [
    port('Vlan10', { type: 'propVirtual' }),
    port('lo', { virtual: true }),
    port('Po1', { connector: false }),
  ]
  expect(written([...range('', 2), port('mgmt'), ...others])).toEqual([
    ['Ports', '1 2'],
    ['Other ports', 'mgmt'],
  ])
})

it('moves by arrow keys from module to module', () => {
  const ports = [...range('Gi', 8), ...range('Te', 2)]
  const modules = switchFrontOf(ports)
  const from = (name: string, key: string) =>
    neighborOf(modules, ports.find((each) => each.name === name) as Port, key)?.name
  expect([
    from('Gi1', 'ArrowRight'),
    from('Gi1', 'ArrowDown'),
    from('Gi8', 'ArrowDown'),
    from('Te1', 'ArrowUp'),
  ]).toEqual(['Gi3', 'Gi2', 'Te2', 'Gi2'])
  expect([from('Gi1', 'ArrowLeft'), from('Gi7', 'ArrowRight'), from('Te1', 'ArrowDown'), from('Gi1', 'a')]).toEqual(
    Array(4).fill(undefined),
  )
})
