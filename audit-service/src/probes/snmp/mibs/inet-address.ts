import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import type { Oid } from '../oid.ts'

/**
 * Converts four or sixteen octets to the text of an address; undefined for the unspecified address and for other
 * lengths.
 */
export function addressOfOctets(octets: Buffer | undefined): string | undefined {
  if (octets === undefined || octets.every((octet) => octet === 0)) return undefined
  if (octets.length === 4) return normaliseIp(octets.join('.'))
  if (octets.length !== 16) return undefined
  return normaliseIp(octets.toString('hex').replace(/(....)(?=.)/g, '$1:'))
}

export function octetsOf(subIdentifiers: Oid): Buffer | undefined {
  return subIdentifiers.every((value) => value <= 255) ? Buffer.from(subIdentifiers) : undefined
}

/** Octets of an address by its InetAddressType (RFC 4001): ipv4, ipv6, ipv4z and ipv6z. */
const octetsOfType = [undefined, 4, 16, 4, 16] as const
const zoneOctets = 4

/**
 * Parses the address in an index: InetAddressType, its length, its octets, of which the last four may be a zone. Some
 * agents omit the length. Undefined for any other type.
 */
export function inetAddressAt(index: Oid, at: number): string | undefined {
  const size = octetsOfType[index[at] ?? 0]
  if (size === undefined) return undefined
  const isAddress = ({ length }: Oid) => length === size || length === size + zoneOctets
  const rest = index.slice(at + 1)
  const octets = isAddress(rest) ? rest : rest.slice(1)
  if (!isAddress(octets) || (octets !== rest && rest[0] !== octets.length)) return undefined
  return addressOfOctets(octetsOf(octets.slice(0, size)))
}
