import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { expect, test } from 'vitest'
import { reasonsOf, sortedHosts } from './sorted-hosts.ts'

const host = (address: string, reason: TaskHost['audit']['reason'], text: string): TaskHost => ({
  ...{ address, outcome: 'known', at: '2026-11-20T08:00:00.000Z', device: null },
  audit: { state: 'notAudited', reason, text, attempts: [] },
})
const hosts = [
  host('10.0.0.10', 'no-answer', 'SNMPv2c b: no answer'),
  host('fd00::1', 'unknown-user', 'a'),
  host('aws/i-1', 'listed-only', 'c'),
  host('10.0.0.9', 'no-answer', 'SNMPv2c a: no answer'),
]
const addressesBy = (order: Parameters<typeof sortedHosts>[1]) =>
  sortedHosts(hosts, order).map(({ address }) => address)

test('sorts hosts by time, by result and by the number of their address', () => {
  expect(addressesBy('latest')).toEqual(['10.0.0.9', 'aws/i-1', 'fd00::1', '10.0.0.10'])
  expect(addressesBy('address')).toEqual(['10.0.0.9', '10.0.0.10', 'fd00::1', 'aws/i-1'])
  expect(addressesBy('reason')).toEqual(['10.0.0.9', '10.0.0.10', 'fd00::1', 'aws/i-1'])
})

test('lists the results, most hosts first', () => {
  expect(reasonsOf(hosts).map(({ reason, hosts: count }) => [reason, count])).toEqual([
    ['no-answer', 2],
    ['listed-only', 1],
    ['unknown-user', 1],
  ])
})
