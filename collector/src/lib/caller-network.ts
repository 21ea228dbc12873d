import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The network that counts as one caller: an IPv4 address itself, the /64 of an IPv6 address (RFC 6177). */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}
