import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { arpPing } from '../probes/nmap/arp-ping.ts'
import { nmapAvailability } from '../probes/nmap/availability.ts'
import { kernelQueriesMax, kernelQueriesMs } from './batches.ts'
import type { Discoverer } from './discoverer.ts'
import { type NeighborEntry, readNeighborTable } from './neighbor-table.ts'

/** The kernel's neighbour table, after others have made the kernel ask for each address on the link. */
export const byNeighbors: Discoverer = {
  name: 'arp',
  finds: 'arp',
  availability: async () => {
    const ip = findProgram('ip')
    if (ip === undefined) return { available: false, detail: 'iproute2 is not installed' }
    const nmap = await nmapAvailability()
    const asker = nmap.available && nmap.raw ? nmap.program : undefined
    const pace = `${ip}, one by one, for ${kernelQueriesMax} neighbours in ${kernelQueriesMs / 1000} s`
    return {
      available: true,
      detail: asker
        ? `${pace}, and ${asker}`
        : `${pace}; a neighbour of before that is silent now is tried by TCP alone`,
      sweep: async ({ addresses, startedAtMs, isFound, doubt, signal }, report) => {
        const silent = new Set(addresses.filter((address) => !isFound(address)))
        const neighbors = await readNeighborTable(ip)
        const batchSeconds = Math.ceil((performance.now() - startedAtMs) / 1000)
        const { proven, shared, old } = compareNeighbors(neighbors, silent, batchSeconds)
        for (const address of proven) report({ address, foundBy: 'arp' })
        for (const address of asker ? shared : [...shared, ...old]) doubt(address)
        if (!asker) return
        for (const address of await arpPing(old, { program: asker, signal })) report({ address, foundBy: 'arp' })
      },
    }
  },
}

/**
 * What the table says of the addresses. `proven`: the neighbour answered within the last seconds. `old`: it answered
 * some time before, and the kernel has not asked again. `shared`: its hardware address stands for other addresses of
 * the family too, as where a router answers for others (proxy ARP): that would invent a host for every dead address.
 */
export function compareNeighbors(neighbors: readonly NeighborEntry[], addresses: ReadonlySet<string>, seconds: number) {
  const holders = new Map<string, number>()
  const holder = ({ address, macAddress }: NeighborEntry) => `${address.includes(':') ? 6 : 4} ${macAddress}`
  // Every IPv6 host has a link-local address beside its others.
  for (const neighbor of neighbors.filter(({ address }) => !/^fe[89ab]/.test(address))) {
    holders.set(holder(neighbor), (holders.get(holder(neighbor)) ?? 0) + 1)
  }
  const judged = { proven: [] as string[], shared: [] as string[], old: [] as string[] }
  for (const neighbour of neighbors.filter(({ address }) => addresses.has(address))) {
    const age = neighbour.confirmedSecondsAgo ?? Number.POSITIVE_INFINITY
    const alone = holders.get(holder(neighbour)) === 1
    judged[!alone ? 'shared' : age <= seconds ? 'proven' : 'old'].push(neighbour.address)
  }
  return judged
}
