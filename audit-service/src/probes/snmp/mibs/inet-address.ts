import { normaliseIp } from '@rollcall/shared/inventory/primitives.ts'
import type { Oid } from '../oid.ts'

/** Four or sixteen octets as the text of an address; undefined for the unspecified one and for anything else. */
export function addressOfOctets(octets: Buffer | undefined): string | undefined {
  if (octets === undefined || octets.every((octet) => octet === 0)) return undefined
  if (octets.length === 4) return normaliseIp(octets.join('.'))
  if (octets.length !== 16) return undefined
  return normaliseIp(octets.toString('hex').replace(/(....)(?=.)/g, '$1:'))
}

export function octetsOf(subIdentifiers: Oid): Buffer | undefined {
  return subIdentifiers.every((value) => value <= 255) ? Buffer.from(subIdentifiers) : undefined
}

/**
 * The address in an index: InetAddressType (ipv4 1, ipv6 2, ipv4z 3, ipv6z 4; RFC 4001), its length, its octets, of
 * which the last four of the z types are the zone. Some agents leave out the length.
 */
export function inetAddressAt(index: Oid, at: number): string | undefined {
  const type = index[at]
  const size = type === 1 || type === 3 ? 4 : 16
  const rest = index.slice(at + 1)
  const octets = rest[0] === rest.length - 1 ? rest.slice(1) : rest
  const withZone = octets.length === size + 4
  return octets.length === size || withZone ? addressOfOctets(octetsOf(octets.slice(0, size))) : undefined
}
