import ipaddr from 'ipaddr.js'

/** Where the metadata services of clouds are; they hand out credentials to whoever can ask. */
const metadataRanges = [
  '169.254.0.0/24',
  '169.254.169.0/24',
  '169.254.170.0/24',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
].map((range) => ipaddr.parseCIDR(range))
const globalUnicast = ipaddr.parseCIDR('2000::/3')

type Address = ipaddr.IPv4 | ipaddr.IPv6

const isMetadata = (address: Address): boolean =>
  metadataRanges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))

/** The IPv4 address that a packet to this IPv6 address ends up at, by whatever translation. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray()
  const range = address.range()
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6))
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0)
  return isCompatible || range === 'rfc6052' || range === 'rfc6145' ? new ipaddr.IPv4(bytes.slice(12)) : undefined
}

/** Where an address leads: to anywhere, to this machine or network, or to what no site's settings may reach. */
export function reachOf(text: string): 'public' | 'private' | 'metadata' {
  const address = ipaddr.process(text)
  const embedded = address instanceof ipaddr.IPv6 ? embeddedIpv4(address) : undefined
  if (isMetadata(address) || (embedded && isMetadata(embedded))) return 'metadata'
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' ? 'public' : 'private'
  // Networks that have IPv6 only reach all of IPv4 by the prefix that is well known for it.
  const isNat64 = address.match(ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number])
  if (isNat64 && embedded) return embedded.range() === 'unicast' ? 'public' : 'private'
  return address.range() === 'unicast' && address.match(globalUnicast) ? 'public' : 'private'
}
