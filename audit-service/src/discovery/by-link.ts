import { isAmong } from '@rollcall/shared/targets/ranges.ts'
import { callAllNodes } from '../probes/link/call-all-nodes.ts'
import { canSendOnLinks, linkSweep } from '../probes/link/link-sweep.ts'
import type { Link, LinkTarget } from '../probes/link/link-target.ts'
import { type Libc, loadLibc } from '../probes/packets/libc.ts'
import { compareNeighbors } from './by-neighbors.ts'
import type { Available, Batch, Discoverer } from './discoverer.ts'
import type { LocalLink } from './local-network.ts'
import { type NeighborEntry, readNeighborTable } from './neighbor-table.ts'

/**
 * Sends ARP requests and neighbor solicitations, which every host must answer, after an echo request to all nodes of
 * each link.
 */
export const byLink: Discoverer = {
  name: 'arp',
  finds: 'link',
  availability: async () => {
    const loaded = await loadLibc()
    if (!loaded.available) return loaded
    const { libc } = loaded
    if (!canSendOnLinks(libc))
      return { available: false, detail: 'raw sockets are not permitted (root or CAP_NET_RAW)' }
    const detail = 'ARP, neighbor discovery and IPv6 all-nodes echo requests with raw sockets'
    return { available: true, detail, ...linkDiscoverers(libc) }
  },
}

/**
 * Returns the discoverers of links. Earlier answers count as well in the search for hardware addresses that stand for
 * several addresses.
 */
function linkDiscoverers(libc: Libc): Pick<Available, 'sweep' | 'call'> {
  const answered = new Map<string, NeighborEntry>()
  const recordNeighbor = (address: string, macAddress: string) =>
    void answered.set(address, { address, macAddress, confirmedSecondsAgo: 0 })
  return {
    call: async ({ ranges, local, ...scan }, report) => {
      const links = local.linksAcross(ranges).flatMap((link) => withIndex(libc, link))
      if (links.length === 0) return
      await callAllNodes(links, { ...scan, libc }, ({ address, macAddress, rttMs }) => {
        if (answered.has(address) || !isAmong(ranges, address)) return
        recordNeighbor(address, macAddress)
        report({ address, macAddress, rttMs, foundBy: 'icmp' })
      })
    },
    sweep: async ({ addresses, local, ...batch }, report) => {
      await linkSweep(linkTargets(libc, addresses, local), { ...batch, libc }, (address, macAddress) => {
        recordNeighbor(address, macAddress)
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

/** Returns the link with its interface index; nothing for an interface that has gone. */
function withIndex(libc: Libc, { interfaceName, macAddress, address }: LocalLink): Link[] {
  const interfaceIndex = libc.if_nametoindex(interfaceName)
  return interfaceIndex === 0 ? [] : [{ interfaceIndex, macAddress, address }]
}
