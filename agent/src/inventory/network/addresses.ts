import ipaddr from 'ipaddr.js'

/**
 * Returns true if the address can identify the device to others: neither loopback, link-local, multicast nor
 * unspecified.
 */
export function isGlobal(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const range = ipaddr.process(address).range()
  return !['loopback', 'linkLocal', 'multicast', 'unspecified', 'broadcast'].includes(range)
}

/** Converts `0200000A` of /proc/net (little-endian, as on all machines but s390x) to `10.0.0.2`. */
export const hexToIpv4 = (hex: string): string =>
  [6, 4, 2, 0].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join('.')

/** Converts 32 hexadecimal digits in network order to an address that is not shortened. */
export const hexToIpv6 = (hex: string): string => hex.replace(/(....)(?=.)/g, '$1:')
