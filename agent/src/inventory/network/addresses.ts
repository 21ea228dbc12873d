import ipaddr from 'ipaddr.js'
import { type Host, valueBytesMax } from '../../platform/host.ts'

/**
 * Returns true if the address can identify the device to others: neither loopback, link-local, multicast nor
 * unspecified.
 */
export function isGlobal(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const range = ipaddr.process(address).range()
  return !['loopback', 'linkLocal', 'multicast', 'unspecified', 'broadcast'].includes(range)
}

export type ByteOrder = 'little' | 'big'

/**
 * Returns the order in which /proc/net shows the bytes of an address. Big are s390x and many routers. The auxiliary vector
 * begins with a small number (getauxval(3)), whose first byte is 0 in that order only.
 */
export async function byteOrderOf(host: Host): Promise<ByteOrder> {
  return (await host.readBytes('/proc/self/auxv', valueBytesMax))?.[0] === 0 ? 'big' : 'little'
}

/** Converts `0200000A` of /proc/net (`0A000002` in the order big) to `10.0.0.2`. */
export const hexToIpv4 = (hex: string, order: ByteOrder): string =>
  (order === 'big' ? [0, 2, 4, 6] : [6, 4, 2, 0])
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
    .join('.')

/** Converts 32 hexadecimal digits in network order to an address that is not shortened. */
export const hexToIpv6 = (hex: string): string => hex.replace(/(....)(?=.)/g, '$1:')
