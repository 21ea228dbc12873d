import { callAllNodes } from '../probes/link/call-all-nodes.ts'
import { canSendOnLinks, linkSweep } from '../probes/link/link-sweep.ts'
import type { Link, LinkTarget } from '../probes/link/link-target.ts'
import { type Libc, loadLibc } from '../probes/packets/libc.ts'
import { compareNeighbors } from './by-neighbors.ts'
import type { Available, Batch, Discoverer } from './discoverer.ts'
import { isAmong } from './in-order.ts'
import type { LocalLink } from './local-network.ts'
import { type NeighborEntry, readNeighborTable } from './neighbor-table.ts'

/** ARP requests and neighbour solicitations of our own, which no host can decline to answer, and calls to all nodes ahead of them. */
export const byLink: Discoverer = {
  name: 'arp',
  finds: 'link',
  availability: async () => {
    const loaded = await loadLibc()
    if (!loaded.available) return loaded
    const { libc } = loaded
    if (!canSendOnLinks(libc))
      return { available: false, detail: 'raw sockets are not permitted (root or CAP_NET_RAW)' }
    const detail = 'ARP, neighbour discovery and calls to all IPv6 nodes of a link, by raw sockets'
    return { available: true, detail, ...linkDiscoverers(libc) }
  },
}

/** Who has answered before counts too when hardware addresses that stand for several are looked for. */
function linkDiscoverers(libc: Libc): Pick<Available, 'sweep' | 'call'> {
  const answered = new Map<string, NeighborEntry>()
  const remember = (address: string, macAddress: string) =>
    void answered.set(address, { address, macAddress, confirmedSecondsAgo: 0 })
  return {
    call: async ({ ranges, local, ...scan }, report) => {
      const links = local.linksAcross(ranges).flatMap((link) => withIndex(libc, link))
      if (links.length === 0) return
      await callAllNodes(links, { ...scan, libc }, ({ address, macAddress, rttMs }) => {
        if (answered.has(address) || !isAmong(ranges, address)) return
        remember(address, macAddress)
        report({ address, macAddress, rttMs, foundBy: 'icmp' })
      })
    },
    sweep: async ({ addresses, local, ...batch }, report) => {
      await linkSweep(linkTargets(libc, addresses, local), { ...batch, libc }, (address, macAddress) => {
        remember(address, macAddress)
        batch.onNeighbor(address, macAddress)
      })
      const silent = new Set(addresses.filter((address) => answered.has(address) && !batch.isFound(address)))
      if (silent.size === 0) return
      const others = (await readNeighborTable()).filter(({ address }) => !answered.has(address))
      const { proven, shared } = compareNeighbors([...others, ...answered.values()], silent, 0)
      for (const address of proven) report({ address, foundBy: 'arp' })
      for (const address of shared) batch.doubt(address)
    },
  }
}

function linkTargets(libc: Libc, addresses: readonly string[], local: Batch['local']): LinkTarget[] {
  return addresses.flatMap((address) => {
    const link = local.linkOf(address)
    return link ? withIndex(libc, link).map((ours) => ({ address, link: ours })) : []
  })
}

/** None of an interface that is gone by now: it has no neighbours. */
function withIndex(libc: Libc, { interfaceName, macAddress, address }: LocalLink): Link[] {
  const interfaceIndex = libc.if_nametoindex(interfaceName)
  return interfaceIndex === 0 ? [] : [{ interfaceIndex, macAddress, address }]
}
