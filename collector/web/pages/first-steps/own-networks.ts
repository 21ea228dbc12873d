import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { formatAddress, parseAddress } from '@rollcall/shared/targets/address.ts'
import { blockAround, countAddresses } from '@rollcall/shared/targets/ranges.ts'

export type OwnNetwork = { block: string; count: number; interfaceName: string }

/** Limits the networks to 65,536 addresses. A network of one address is the end of a tunnel. */
const prefixMin = 16
const prefixMax = 30
/** Returns whether an address is loopback or link-local (RFC 6890), where no other hosts are. */
const isLocalOnly = (address: string): boolean => address.startsWith('127.') || address.startsWith('169.254.')

/** Returns the IPv4 networks of a machine's interfaces, each once. */
export function ownNetworks(interfaces: readonly NetworkInterface[]): OwnNetwork[] {
  const networks = new Map<string, OwnNetwork>()
  for (const { name, operStatus, virtual, addresses } of interfaces) {
    if (operStatus === 'down' || virtual) continue
    for (const { address, prefixLength = 0 } of addresses) {
      const parsed = parseAddress(address)
      if (isLocalOnly(address) || parsed?.family !== 4 || prefixLength < prefixMin || prefixLength > prefixMax) continue
      const range = blockAround(parsed, prefixLength)
      const block = `${formatAddress(4, range.first)}/${prefixLength}`
      if (!networks.has(block))
        networks.set(block, { block, count: Number(countAddresses([range])), interfaceName: name })
    }
  }
  return [...networks.values()]
}
