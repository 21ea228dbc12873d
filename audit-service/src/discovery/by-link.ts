import { linkSweep, mayAskLinks } from '../probes/link/link-sweep.ts'
import type { LinkTarget } from '../probes/link/link-target.ts'
import { type Libc, loadLibc } from '../probes/packets/libc.ts'
import { judgeNeighbours } from './by-neighbours.ts'
import type { Batch, Discoverer, Sweep } from './discoverer.ts'
import { type Neighbour, readNeighbours } from './neighbours.ts'

/** ARP requests and neighbour solicitations of our own, which no host can decline to answer. */
export const byLink: Discoverer = {
  name: 'arp',
  finds: 'link',
  availability: async () => {
    const loaded = await loadLibc()
    if (!loaded.available) return loaded
    const { libc } = loaded
    if (!mayAskLinks(libc)) return { available: false, detail: 'raw sockets are not permitted (root or CAP_NET_RAW)' }
    return { available: true, detail: 'ARP and neighbour discovery by raw sockets', sweep: linkSweepOf(libc) }
  },
}

/** Who has answered in batches before counts too when hardware addresses that stand for several are looked for. */
function linkSweepOf(libc: Libc): Sweep {
  const answered = new Map<string, Neighbour>()
  return async ({ addresses, local, ...batch }, report) => {
    await linkSweep(linkTargets(libc, addresses, local), { ...batch, libc }, (address, macAddress) => {
      answered.set(address, { address, macAddress, confirmedSecondsAgo: 0 })
      batch.onNeighbour(address, macAddress)
    })
    const silent = new Set(addresses.filter((address) => answered.has(address) && !batch.isFound(address)))
    if (silent.size === 0) return
    const others = (await readNeighbours()).filter(({ address }) => !answered.has(address))
    const { proven, shared } = judgeNeighbours([...others, ...answered.values()], silent, 0)
    for (const address of proven) report({ address, foundBy: 'arp' })
    for (const address of shared) batch.doubt(address)
  }
}

function linkTargets(libc: Libc, addresses: readonly string[], local: Batch['local']): LinkTarget[] {
  return addresses.flatMap((address) => {
    const link = local.linkOf(address)
    if (link === undefined) return []
    const interfaceIndex = libc.if_nametoindex(link.interfaceName)
    // An interface that is gone by now has no neighbours.
    return interfaceIndex === 0 ? [] : [{ address, link: { ...link, interfaceIndex } }]
  })
}
