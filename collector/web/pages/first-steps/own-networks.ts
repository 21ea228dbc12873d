import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { formatAddress, parseAddress } from '@rollcall/shared/targets/address.ts'
import { blockAround, countAddresses } from '@rollcall/shared/targets/ranges.ts'

export type OwnNetwork = { block: string; count: number; interfaceName: string }

/** Of at most 65,536 addresses; a network of one address is a tunnel's end. */
const prefixMin = 16
const prefixMax = 30
/** Loopback and link-local addresses (RFC 6890): nobody else is found there. */
const isOfTheLinkAlone = (address: string): boolean => address.startsWith('127.') || address.startsWith('169.254.')

/** The IPv4 networks that a machine's interfaces are in, as a segment could have them: each once. */
export function ownNetworks(interfaces: readonly NetworkInterface[]): OwnNetwork[] {
  const found = new Map<string, OwnNetwork>()
  for (const { name, operStatus, virtual, addresses } of interfaces) {
    if (operStatus === 'down' || virtual) continue
    for (const { address, prefixLength = 0 } of addresses) {
      const parsed = parseAddress(address)
      if (isOfTheLinkAlone(address) || parsed?.family !== 4 || prefixLength < prefixMin || prefixLength > prefixMax)
        continue
      const range = blockAround(parsed, prefixLength)
      const block = `${formatAddress(4, range.first)}/${prefixLength}`
      if (!found.has(block)) found.set(block, { block, count: Number(countAddresses([range])), interfaceName: name })
    }
  }
  return [...found.values()]
}
