import { type Address, addressBits, formatAddress, parseAddress } from './address.ts'
import { nameError } from './dns-name.ts'
import { tooMany } from './limits.ts'
import { type AddressRange, formatRange } from './ranges.ts'
import { refusedRange } from './refused.ts'

/**
 * One parsed target. `canonical` is its normal form, which parses to the same target. `named` contains all its
 * addresses, `range` the addresses to scan.
 */
type Target =
  | { kind: 'address' | 'cidr' | 'range'; canonical: string; range: AddressRange; named: AddressRange }
  | { kind: 'name'; canonical: string; name: string }

/** The problem of an expression, in words that follow it: `"10.0.0.1/33" has a prefix length over 32`. */
type TargetProblem = { problem: string }

/** Longer than any address, range or DNS name. */
const expressionCharactersMax = 255

/**
 * Parses an address, a CIDR block, a range (`10.0.0.1-10.0.0.20`, `10.0.0.1-20`, `2001:db8::1-2001:db8::ff`) or a DNS
 * name. Ambiguous expressions are refused.
 */
export function parseTarget(expression: string): Target | TargetProblem {
  const text = expression.trim()
  if (text === '') return { problem: 'is empty' }
  if (text.length > expressionCharactersMax) return { problem: `is longer than ${expressionCharactersMax} characters` }
  if (text.startsWith('-')) return { problem: 'starts with "-": options are not targets' }
  if (text.includes('%'))
    return { problem: 'names a zone ("%"): only addresses valid on the whole network are targets' }
  if (text.includes('/')) return parseCidr(text)
  const single = parseAddress(text)
  if (single) return checked('address', { family: single.family, first: single.value, last: single.value })
  // Digits, dots and dashes alone, or a colon, can only be an address; all else can only be a name.
  if (text.includes(':') || /^[\d.\s-]+$/.test(text)) {
    return text.includes('-') ? parseRange(text) : { problem: 'is not an IPv4 or IPv6 address' }
  }
  const problem = nameError(text)
  if (problem !== undefined) return { problem }
  const name = text.toLowerCase().replace(/\.$/, '')
  return { kind: 'name', canonical: name, name }
}

/**
 * Parses a CIDR block. In an IPv4 block of /30 or larger the network and broadcast addresses are no hosts and are left
 * out: a router may answer for them, which would create a device that does not exist. /31 (RFC 3021), /32 and IPv6
 * blocks, which have no broadcast, are scanned in full. To scan such an address, name it alone or in a `first-last`
 * range.
 */
function parseCidr(text: string): Target | TargetProblem {
  const [addressText = '', lengthText = '', ...rest] = text.split('/')
  const address = parseAddress(addressText)
  if (!address || rest.length > 0) return { problem: 'is not a CIDR block such as 10.0.0.0/24' }
  if (address.family === 4 && addressText.includes(':')) return { problem: 'is IPv4-mapped: write the IPv4 block' }
  const bits = addressBits(address.family)
  if (!/^(?:0|[1-9]\d{0,2})$/.test(lengthText)) return { problem: 'has no prefix length such as /24' }
  const length = Number(lengthText)
  if (length > bits) return { problem: `has a prefix length over ${bits}` }
  const size = 1n << BigInt(bits - length)
  const network = address.value - (address.value % size)
  const whole = { family: address.family, first: network, last: network + size - 1n }
  const range = address.family === 4 && length <= 30 ? { ...whole, first: network + 1n, last: whole.last - 1n } : whole
  return checked('cidr', range, { named: whole, canonical: `${formatAddress(address.family, network)}/${length}` })
}

function parseRange(text: string): Target | TargetProblem {
  const [firstText = '', lastText = '', ...rest] = text.split('-').map((part) => part.trim())
  const first = parseAddress(firstText)
  if (!first || rest.length > 0) return { problem: 'is not a range such as 10.0.0.1-10.0.0.20' }
  const last = parseAddress(lastText) ?? lastOctet(first, lastText)
  if (!last) return { problem: 'has no address after the "-"; write both ends, such as 10.0.0.1-10.0.0.20' }
  if (first.family !== last.family) return { problem: 'mixes IPv4 and IPv6' }
  if (first.value > last.value) return { problem: 'ends before it starts' }
  return checked('range', { family: first.family, first: first.value, last: last.value })
}

/** Parses the short form: the last octet of an IPv4 address in decimal. In IPv6 it could be hexadecimal or decimal. */
function lastOctet(first: Address, text: string): Address | undefined {
  if (first.family !== 4 || !/^(?:0|[1-9]\d{0,2})$/.test(text) || Number(text) > 255) return undefined
  return { family: 4, value: (first.value & ~0xffn) | BigInt(text) }
}

function checked(
  kind: 'address' | 'cidr' | 'range',
  range: AddressRange,
  { named, canonical } = { named: range, canonical: formatRange(range) },
): Target | TargetProblem {
  const problem = tooMany(named) ?? refusedRange(range)
  return problem === undefined ? { kind, canonical, range, named } : { problem }
}
