import ipaddr from 'ipaddr.js'

/** Scope of an address with regard to outbound calls. */
export type AddressScope =
  | 'public'
  | 'private'
  | 'loopback'
  | 'link-local'
  | 'unspecified'
  | 'multicast'
  | 'reserved'
  | 'metadata'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Cloud metadata services. They hand out credentials to every caller. */
const metadataRanges = [
  '169.254.0.0/24',
  '169.254.169.0/24',
  '169.254.170.0/24',
  '169.254.42.42/32',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
  'fd00:a9fe:a9fe::1/128',
].map((range) => ipaddr.parseCIDR(range))

const scopeOfRange: Record<string, AddressScope> = {
  unicast: 'public',
  uniqueLocal: 'private',
  loopback: 'loopback',
  linkLocal: 'link-local',
  unspecified: 'unspecified',
  multicast: 'multicast',
  broadcast: 'multicast',
}
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const localNat64 = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')
/** Positions of the IPv4 address behind a prefix of 48, 56, 64 and 96 bits (RFC 6052 section 2.2). */
const embeddedAt = [
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
  [12, 13, 14, 15],
]

/**
 * Classifies an IP address. IPv6 addresses that a translator maps to IPv4 have the scope of the IPv4 address.
 * Transition addresses without a use today (6to4, Teredo, IPv4-compatible, SIIT) are reserved.
 */
export function addressScope(text: string): AddressScope {
  const address = ipaddr.process(text)
  return address instanceof ipaddr.IPv4 ? ipv4Scope(address) : ipv6Scope(address)
}

const isMetadata = (address: Address): boolean =>
  metadataRanges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))

function ipv4Scope(address: ipaddr.IPv4): AddressScope {
  if (isMetadata(address)) return 'metadata'
  const scope = scopeOfRange[address.range()]
  if (scope) return scope
  return (address.octets[0] ?? 0) >= 240 ? 'reserved' : 'private'
}

function ipv6Scope(address: ipaddr.IPv6): AddressScope {
  if (isMetadata(address)) return 'metadata'
  if (address.match(nat64)) return ipv4Scope(new ipaddr.IPv4(address.toByteArray().slice(12)))
  if (address.match(localNat64)) return localNat64Scope(address.toByteArray())
  const range = address.range()
  if (range === 'unicast') return address.match(globalUnicast) ? 'public' : 'reserved'
  return scopeOfRange[range] ?? 'reserved'
}

/** Returns the most restrictive scope, because the prefix length of the translator is unknown. */
function localNat64Scope(bytes: readonly number[]): AddressScope {
  const scopes = embeddedAt
    .map((positions) => ipv4Scope(new ipaddr.IPv4(positions.map((position) => bytes[position] ?? 0))))
    // Zeros around the real address.
    .filter((scope) => scope !== 'unspecified')
  return scopes.find((scope) => scope !== 'public' && scope !== 'private') ?? 'private'
}

/** Returns the host of a URL as an address: an IPv6 address has brackets there. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')
