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
