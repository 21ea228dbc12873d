import type { HostAudit } from '@rollcall/shared/api/host-audit.ts'
import type { HostOutcome, TaskHost } from '@rollcall/shared/api/task-host.ts'
import { parseAddress } from '@rollcall/shared/targets/address.ts'

/** Kinds of hosts that a task counts: all that were found, by outcome, or by the state of their audit. */
export type HostKind = 'hostsFound' | Exclude<HostOutcome, 'tested'> | HostAudit['state']

export const isOfKind = ({ outcome, audit }: TaskHost, kind: HostKind): boolean =>
  kind === 'hostsFound' || outcome === kind || audit.state === kind

const orders = {
  address: byAddress,
  device: (a, b) => compareNames(a.device?.name ?? '', b.device?.name ?? ''),
  outcome: (a, b) => compare(a.outcome, b.outcome),
  reason: (a, b) => compare(a.audit.state, b.audit.state) || compare(a.audit.text, b.audit.text),
  at: (a, b) => compare(a.at, b.at),
} satisfies Record<string, (a: TaskHost, b: TaskHost) => number>

const compareNames = new Intl.Collator('en', { numeric: true }).compare

/** Returns the hosts in the order of a column, `-` in front for descending. Equal ones are sorted by address. */
export function sortedHosts(hosts: readonly TaskHost[], sort: string): TaskHost[] {
  const [key, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1]
  const order = Object.hasOwn(orders, key) ? orders[key as keyof typeof orders] : orders.at
  return hosts.toSorted((a, b) => sign * order(a, b) || byAddress(a, b))
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
