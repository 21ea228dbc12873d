import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import { addressBits, parseAddress } from '@rollcall/shared/targets/address.ts'
import { type AddressRange, blockAround, containsAddress, formatBlock } from '@rollcall/shared/targets/ranges.ts'
import { isHostAddress } from '@rollcall/shared/targets/refused.ts'

/** Interfaces of a network section and the neighbors at them. */
export type NetworkLinks = {
  interfaces?: Network['interfaces'] | undefined
  neighbors?: Network['neighbors'] | undefined
}

type AnnouncedNeighbor = {
  port: string
  protocol: Neighbor['protocol']
  name: string | null
  description: string | null
  address: string
  network: string | null
}

type Block = { prefixLength: number; range: AddressRange }

/**
 * Neighbors that announced a management address by LLDP, CDP or a similar protocol: addresses that can be scanned. A
 * forwarding table only shows that a MAC is there.
 */
export function announcedNeighbors(network: NetworkLinks): AnnouncedNeighbor[] {
  const blocks = blocksOf(network)
  return (network.neighbors ?? []).flatMap(({ port, protocol, name, description, ipAddress }) => {
    if (protocol === 'forwarding' || ipAddress === undefined || !isHostAddress(ipAddress)) return []
    const block = blocks.find(({ range }) => containsAddress([range], ipAddress))
    const shown = { name: name ?? null, description: description ?? null, address: ipAddress }
    return [{ port, protocol, ...shown, network: block ? formatBlock(block.range, block.prefixLength) : null }]
  })
}

/** Networks of the device's interfaces, the smallest first. */
function blocksOf({ interfaces = [] }: NetworkLinks): Block[] {
  const blocks = interfaces.flatMap(({ addresses }) =>
    addresses.flatMap(({ address: text, prefixLength }): Block[] => {
      const address = parseAddress(text)
      const isNetwork = address && prefixLength && prefixLength < addressBits(address.family)
      return isNetwork ? [{ prefixLength, range: blockAround(address, prefixLength) }] : []
    }),
  )
  return blocks.sort((a, b) => b.prefixLength - a.prefixLength)
}
