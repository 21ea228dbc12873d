import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { arpPing } from '../probes/nmap/arp-ping.ts'
import { nmapAvailability } from '../probes/nmap/availability.ts'
import { kernelQueriesMax, kernelQueriesMs } from './batches.ts'
import type { Discoverer } from './discoverer.ts'
import { type NeighborEntry, readNeighborTable } from './neighbor-table.ts'

/** Reads the kernel's neighbor table, after other discoverers have made the kernel resolve each address on the link. */
export const byNeighbors: Discoverer = {
  name: 'arp',
  finds: 'arp',
  availability: async () => {
    const ip = findProgram('ip')
    if (ip === undefined) return { available: false, detail: 'iproute2 is not installed' }
    const nmap = await nmapAvailability()
    const asker = nmap.available && nmap.raw ? nmap.program : undefined
    const pace = `${ip} for ${kernelQueriesMax} neighbors in ${kernelQueriesMs / 1000} s`
    return {
      available: true,
      detail: asker
        ? `${pace}, and ${asker}`
        : `${pace}; a previously seen neighbor that is silent now is tried by TCP only`,
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
 * Compares the table with the addresses. `proven`: the neighbor answered within the last seconds. `old`: it answered
 * earlier, and the kernel has not queried it again. `shared`: its hardware address also stands for other addresses of
 * the family, for example of a router that answers for others (proxy ARP), which would make every dead address a host.
 */
export function compareNeighbors(neighbors: readonly NeighborEntry[], addresses: ReadonlySet<string>, seconds: number) {
  const holders = new Map<string, number>()
  const holder = ({ address, macAddress }: NeighborEntry) => `${address.includes(':') ? 6 : 4} ${macAddress}`
  // Every IPv6 host has a link-local address in addition.
  for (const neighbor of neighbors.filter(({ address }) => !/^fe[89ab]/.test(address))) {
    holders.set(holder(neighbor), (holders.get(holder(neighbor)) ?? 0) + 1)
  }
  const judged = { proven: [] as string[], shared: [] as string[], old: [] as string[] }
  for (const neighbor of neighbors.filter(({ address }) => addresses.has(address))) {
    const age = neighbor.confirmedSecondsAgo ?? Number.POSITIVE_INFINITY
    const alone = holders.get(holder(neighbor)) === 1
    judged[!alone ? 'shared' : age <= seconds ? 'proven' : 'old'].push(neighbor.address)
  }
  return judged
}
