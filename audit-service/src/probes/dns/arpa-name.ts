import type ipaddr from 'ipaddr.js'

/** Returns the name under in-addr.arpa (RFC 1035, section 3.5) or ip6.arpa (RFC 3596, section 2.5). */
export function arpaName(ip: ipaddr.IPv4 | ipaddr.IPv6): string {
  const octets = ip.toByteArray()
  if (octets.length === 4) return `${octets.reverse().join('.')}.in-addr.arpa`
  const nibbles = Buffer.from(octets).toString('hex').split('').reverse()
  return `${nibbles.join('.')}.ip6.arpa`
}
