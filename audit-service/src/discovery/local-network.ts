import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { normaliseMac } from '@rollcall/shared/inventory/primitives.ts'
import { addressBits, parseAddress } from '@rollcall/shared/targets/address.ts'
import { type AddressRange, containsAddress } from '@rollcall/shared/targets/ranges.ts'

/** Where this machine stands in the network. */
export type LocalNetwork = {
  /** The address is this machine's own, or loopback: no router is between. */
  isOwn: (address: string) => boolean
  /** The address is in the subnet of one of our interfaces: neighbour discovery finds it. */
  isOnLink: (address: string) => boolean
  /** The hardware address of our own interface with that address. */
  ownMac: (address: string) => string | undefined
}

type InterfaceAddress = Pick<NetworkInterfaceInfo, 'address' | 'cidr' | 'mac' | 'internal'>

const allInterfaces = () => Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])

export function localNetwork(interfaces: readonly InterfaceAddress[] = allInterfaces()): LocalNetwork {
  const subnets = interfaces.filter((entry) => !entry.internal).flatMap((entry) => subnetOf(entry.cidr))
  const macs = new Map(interfaces.map((entry) => [entry.address, normaliseMac(entry.mac)]))
  const isOwn = (address: string) => macs.has(address) || address === '::1' || address.startsWith('127.')
  return {
    isOwn,
    isOnLink: (address) => !isOwn(address) && containsAddress(subnets, address),
    ownMac: (address) => {
      const mac = macs.get(address)
      return mac === '00:00:00:00:00:00' ? undefined : mac
    },
  }
}

/** The whole block of an interface's `address/length`; a single address has no neighbours. */
function subnetOf(cidr: string | null): AddressRange[] {
  const [text = '', length = ''] = (cidr ?? '').split('/')
  const address = parseAddress(text)
  if (!address) return []
  const hostBits = BigInt(addressBits(address.family) - Number(length))
  if (hostBits <= 0n) return []
  const first = (address.value >> hostBits) << hostBits
  return [{ family: address.family, first, last: first + (1n << hostBits) - 1n }]
}
