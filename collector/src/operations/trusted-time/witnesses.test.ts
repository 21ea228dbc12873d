import { dayMs } from '@rollcall/shared/durations.ts'
import { expect, it } from 'vitest'
import { createWitnesses } from './witnesses.ts'

const yearMs = 365 * dayMs
const agents = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `198.51.100.${from + index}`)

it.each<[string, { agreeing: number; differing: number; agree: boolean }]>([
  ['two machines agree', { agreeing: 2, differing: 0, agree: false }],
  ['three machines agree', { agreeing: 3, differing: 0, agree: true }],
  ['three agree and two do not', { agreeing: 3, differing: 2, agree: false }],
  ['many agree and a few do not', { agreeing: 20, differing: 3, agree: true }],
  ['none agrees', { agreeing: 0, differing: 50, agree: false }],
])('decides about the system clock when %s', (_, { agreeing, differing, agree }) => {
  const witnesses = createWitnesses(() => false)
  for (const address of agents(agreeing)) witnesses.add(address, 2_000)
  for (const address of agents(differing, 100)) witnesses.add(address, -yearMs)
  expect(witnesses.agree()).toBe(agree)
})

it('counts a machine once, by its last report', () => {
  const witnesses = createWitnesses(() => false)
  for (let call = 0; call < 10; call++) witnesses.add('198.51.100.1', 0)
  expect(witnesses.agree()).toBe(false)
})

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', ''])('ignores the own machine (%s)', (address) => {
  const witnesses = createWitnesses()
  for (const other of agents(2)) witnesses.add(other, 0)
  witnesses.add(address, 0)
  expect(witnesses.agree()).toBe(false)
})
