import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { parseAddress } from '@rollcall/shared/targets/address.ts'

export const hostOrders = { latest: 'Latest first', reason: 'Audit result', address: 'Address' } as const
export type HostOrder = keyof typeof hostOrders

/** Returns the hosts in an order; `hosts` are in the order of storing. */
export function sortedHosts(hosts: readonly TaskHost[], order: HostOrder): TaskHost[] {
  if (order === 'latest') return hosts.toReversed()
  if (order === 'reason') return hosts.toSorted((a, b) => compare(a.audit.text, b.audit.text) || byAddress(a, b))
  return hosts.toSorted(byAddress)
}

/** Lists the results of hosts with their words and counts, most hosts first. */
export function reasonsOf(hosts: readonly TaskHost[]): { reason: string; hosts: number }[] {
  const groups = Map.groupBy(hosts, ({ audit }) => audit.reason)
  return [...groups]
    .map(([reason, some]) => ({ reason, hosts: some.length }))
    .sort((a, b) => b.hosts - a.hosts || compare(a.reason, b.reason))
}

function byAddress(a: TaskHost, b: TaskHost): number {
  const [first, second] = [parseAddress(a.address), parseAddress(b.address)]
  // The id of a cloud instance is no address.
  if (!first || !second) return Number(Boolean(second)) - Number(Boolean(first)) || compare(a.address, b.address)
  return first.family - second.family || compare(first.value, second.value)
}

const compare = <T extends string | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)
