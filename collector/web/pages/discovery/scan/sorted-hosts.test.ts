import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { expect, test } from 'vitest'
import { isOfKind, reasonsOf, sortedHosts } from './sorted-hosts.ts'

const host = (address: string, reason: TaskHost['audit']['reason'], text: string, seconds = 0): TaskHost => ({
  ...{ address, outcome: 'known', at: `2026-11-20T08:00:0${seconds}.000Z`, device: null },
  audit: { state: 'notAudited', reason, text, attempts: [] },
})
const hosts = [
  host('10.0.0.10', 'no-answer', 'SNMPv2c b: no answer', 3),
  host('fd00::1', 'unknown-user', 'SNMPv3 a: user unknown', 4),
  host('aws/i-1', 'listed-only', 'listed', 2),
  host('10.0.0.9', 'no-answer', 'SNMPv2c a: no answer', 1),
]
const addressesBy = (sort: string) => sortedHosts(hosts, sort).map(({ address }) => address)

test('sorts hosts by the number of their address, by result and by time, in both directions', () => {
  const byAddress = ['10.0.0.9', '10.0.0.10', 'fd00::1', 'aws/i-1']
  expect(addressesBy('address')).toEqual(byAddress)
  expect(addressesBy('-address')).toEqual(byAddress.toReversed())
  expect(addressesBy('reason')).toEqual(['10.0.0.9', '10.0.0.10', 'fd00::1', 'aws/i-1'])
  expect(addressesBy('-reason')[0]).toBe('aws/i-1')
  expect(addressesBy('-at')).toEqual(['fd00::1', '10.0.0.10', 'aws/i-1', '10.0.0.9'])
  expect(addressesBy('constructor')).toEqual(addressesBy('at'))
})

test('matches hosts by outcome and by the state of their audit', () => {
  const kinds = (['hostsFound', 'new', 'known', 'ignored', 'audited', 'notAudited', 'failed'] as const).filter((kind) =>
    isOfKind(host('10.0.0.1', 'no-answer', 'a'), kind),
  )
  expect(kinds).toEqual(['hostsFound', 'known', 'notAudited'])
})

test('lists the results, most hosts first', () => {
  expect(reasonsOf(hosts).map(({ reason, hosts: count }) => [reason, count])).toEqual([
    ['no-answer', 2],
    ['listed-only', 1],
    ['unknown-user', 1],
  ])
})
