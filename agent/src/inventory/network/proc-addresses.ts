import { counted } from '@rollcall/shared/counted.ts'
import { readValue } from '../../platform/host.ts'
import type { Address, NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'
import { type ByteOrder, byteOrderOf, hexToIpv4, hexToIpv6 } from './addresses.ts'
import { ipAddresses } from './ip-addresses.ts'

const tableBytesMax = 16 * 1024 * 1024

/**
 * Reads addresses without iproute2. The kernel lists local IPv4 addresses and, separately, the networks of each
 * interface. An address belongs to the interface with the narrowest network that contains it; an address in no network
 * is left out.
 */
export const procAddresses: Source<NetworkPart> = {
  name: 'proc-addresses',
  reads: ['interfaces.addresses', 'ipAddress', 'macAddress'],
  fallbackFor: ipAddresses.name,
  isAvailable: async (host) => (await readValue(host, '/proc/net/dev')) !== undefined,
  collect: async (host, onCut) => {
    const read = async (name: string) => (await host.readFile(`/proc/net/${name}`, tableBytesMax)) ?? ''
    const { addresses, homeless } = joinAddresses(
      parseFibTrie(await read('fib_trie')),
      parseNetworks(await read('route'), await byteOrderOf(host)),
      parseIfInet6(await read('if_inet6')),
    )
    if (homeless > 0) onCut?.(`left out ${counted(homeless, 'address', 'addresses')} of unknown interfaces`)
    return { addresses }
  },
}

/** Returns the local IPv4 addresses of /proc/net/fib_trie without duplicates. */
export function parseFibTrie(text: string): string[] {
  const found = new Set<string>()
  let leaf: string | undefined
  for (const line of linesOf(text)) {
    leaf = /\|-- (\d+\.\d+\.\d+\.\d+)$/.exec(line)?.[1] ?? leaf
    if (leaf !== undefined && /\/32 host LOCAL\b/.test(line)) found.add(leaf)
  }
  return [...found]
}

type Ipv4Network = { interface: string; network: number; prefixLength: number }

/**
 * Returns the networks of interfaces (routes without a gateway) from /proc/net/route: hexadecimal, in the byte order of
 * the machine.
 */
export function parseNetworks(text: string, order: ByteOrder): Ipv4Network[] {
  return linesOf(text)
    .slice(1)
    .flatMap((line) => {
      const [name = '', destination = '', gateway = '', , , , , mask = ''] = line.split('\t').map((cell) => cell.trim())
      if (gateway !== '00000000' || mask === '00000000') return []
      const bits = ipv4Number(hexToIpv4(mask, order)).toString(2).replaceAll('0', '').length
      return { interface: name, network: ipv4Number(hexToIpv4(destination, order)), prefixLength: bits }
    })
}

type Ipv6Address = Address & { interface: string }

/**
 * Parses if_inet6: address, index, prefix length, scope, flags (all hexadecimal), name. Privacy addresses (flag 1) are
 * left out.
 */
export function parseIfInet6(text: string): Ipv6Address[] {
  return linesOf(text).flatMap((line) => {
    const [address = '', , prefix = '', , flags = '', name = ''] = line.trim().split(/\s+/)
    const isTemporary = (Number.parseInt(flags, 16) & 0x01) !== 0
    if (!/^[0-9a-f]{32}$/.test(address) || name === '' || isTemporary) return []
    return { interface: name, address: hexToIpv6(address), prefixLength: Number.parseInt(prefix, 16) }
  })
}

/** Returns the addresses by interface, and how many belong to none. */
function joinAddresses(
  local: string[],
  networks: Ipv4Network[],
  ipv6: Ipv6Address[],
): { addresses: Map<string, Address[]>; homeless: number } {
  let homeless = 0
  const addresses = new Map<string, Address[]>()
  const add = (name: string, address: Address) => addresses.set(name, [...(addresses.get(name) ?? []), address])
  const narrowFirst = networks.toSorted((left, right) => right.prefixLength - left.prefixLength)
  for (const address of local) {
    const number = ipv4Number(address)
    const home = narrowFirst.find(({ network, prefixLength }) => {
      const size = 2 ** (32 - prefixLength)
      return number >= network && number < network + size
    })
    if (home) add(home.interface, { address, prefixLength: home.prefixLength })
    else if (address.startsWith('127.')) add('lo', { address, prefixLength: 8 })
    else homeless += 1
  }
  for (const { interface: name, ...address } of ipv6) add(name, address)
  return { addresses, homeless }
}

const ipv4Number = (address: string): number => address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
