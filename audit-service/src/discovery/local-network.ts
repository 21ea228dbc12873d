import { readFileSync } from 'node:fs'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { addressBits, parseAddress } from '@rollcall/shared/targets/address.ts'
import { type AddressRange, countAddresses, overlap } from '@rollcall/shared/targets/ranges.ts'
import { ipv4Value } from '../probes/packets/socket-name.ts'

/** The addresses and links of this machine. */
export type LocalNetwork = {
  /** Returns true for an address of this machine, including loopback. */
  isOwn: (address: string) => boolean
  /** Returns the link whose subnet contains the address, if its hosts have hardware addresses. */
  linkOf: (address: string) => LocalLink | undefined
  /** Returns the links whose IPv6 subnets contain several addresses of the ranges, one for each subnet. */
  linksAcross: (ranges: readonly AddressRange[]) => LocalLink[]
  /** Returns the hardware address of this machine's interface with the address. */
  ownMac: (address: string) => string | undefined
}

export type LocalLink = { interfaceName: string; macAddress: string; address: string }

type InterfaceAddress = Pick<NetworkInterfaceInfo, 'address' | 'cidr' | 'mac' | 'internal'>
type Interfaces = Record<string, readonly InterfaceAddress[] | undefined>

/** IFF_NOARP of linux/if.h: hosts have no hardware address, for example on some tunnels. */
const noArp = 0x80

export function localNetwork(interfaces: Interfaces = networkInterfaces(), flagsOf = interfaceFlags): LocalNetwork {
  // `eth0:1` is a label of an address of eth0.
  const all = Object.entries(interfaces).flatMap(([label, entries = []]) =>
    entries.map((entry) => ({ ...entry, name: label.replace(/:.*/, ''), mac: hardwareAddress(entry.mac) })),
  )
  const macs = new Map(all.map(({ address, mac }) => [address, mac]))
  const isOwn = (address: string) => macs.has(address) || address === '::1' || address.startsWith('127.')
  const links = all.flatMap(({ name, address, cidr, mac, internal }) => {
    const subnet = subnetOf(cidr)
    if (internal || mac === undefined || subnet === undefined || (flagsOf(name) & noArp) !== 0) return []
    return [{ interfaceName: name, macAddress: mac, address, subnet }]
  })
  const linkOf = (address: string) =>
    isOwn(address) ? undefined : links.find(({ subnet }) => isWithin(subnet, address))
  const linksAcross = (ranges: readonly AddressRange[]) =>
    links.filter(
      ({ address, subnet }) =>
        subnet.family === 6 &&
        countWithin(subnet, ranges) > 1n &&
        // One address of each subnet: the one that `linkOf` returns.
        links.find((other) => isWithin(other.subnet, address))?.address === address,
    )
  return { isOwn, linkOf, linksAcross, ownMac: (address) => macs.get(address) }
}

/** Expects the address in canonical text. Called for every address of a sweep, most of them IPv4. */
function isWithin({ family, first, last }: AddressRange, address: string): boolean {
  if (address.includes(':') !== (family === 6)) return false
  const value = family === 4 ? ipv4Value(address) : (parseAddress(address)?.value ?? -1n)
  return first <= value && value <= last
}

function countWithin(subnet: AddressRange, ranges: readonly AddressRange[]): bigint {
  const common = ranges
    .filter((range) => overlap(range, subnet))
    .map(({ family, first, last }) => ({
      family,
      first: first > subnet.first ? first : subnet.first,
      last: last < subnet.last ? last : subnet.last,
    }))
  return countAddresses(common)
}

function hardwareAddress(text: string): string | undefined {
  const mac = normaliseMac(text)
  return mac === '00:00:00:00:00:00' ? undefined : mac
}

/** Returns the whole block of an interface's `address/length`; a single address has no neighbors. */
function subnetOf(cidr: string | null): AddressRange | undefined {
  const [text = '', length = ''] = (cidr ?? '').split('/')
  const address = parseAddress(text)
  if (!address) return undefined
  const hostBits = BigInt(addressBits(address.family) - Number(length))
  if (hostBits <= 0n) return undefined
  const first = (address.value >> hostBits) << hostBits
  return { family: address.family, first, last: first + (1n << hostBits) - 1n }
}

function interfaceFlags(name: string): number {
  try {
    return Number(readFileSync(`/sys/class/net/${name}/flags`, 'latin1'))
  } catch {
    // Not Linux, or no /sys: an interface with a hardware address counts as one with ARP.
    return 0
  }
}
