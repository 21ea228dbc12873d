import { OperatorError } from '@rollcall/shared/errors.ts'
import { type AddressRange, isInRange, parseAddressRange } from '@rollcall/shared/node/address-range.ts'
import ipaddr from 'ipaddr.js'

/** One entry of `ROLLCALL_OUTBOUND_ALLOW`. */
export type AllowedRange = AddressRange & {
  /** Undefined allows every port. */
  port: number | undefined
}

/** `[range]`, `[range]:port`, `range` or `range:port`; without brackets the range is IPv4. */
const entryPattern = /^(?:\[([^\]]+)\]|([0-9./]+))(?::(\d{1,5}))?$/

/**
 * Parses `ROLLCALL_OUTBOUND_ALLOW`: addresses and CIDR blocks with optional ports, separated by commas or spaces, such as
 * `127.0.0.1:2525, 10.0.0.0/8:443, [fd00::/8]:443`.
 */
export function parseAllowList(text = ''): AllowedRange[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseEntry)
}

function parseEntry(entry: string): AllowedRange {
  const refuse = (why: string) => new OperatorError(`ROLLCALL_OUTBOUND_ALLOW: "${entry}" ${why}`)
  const parts = matchEntry(entry)
  if (!parts) throw refuse('is not an address or CIDR block such as 10.0.0.5, 10.0.0.0/8:443 or [fd00::5]:443')
  const range = parseAddressRange(parts.range)
  if (typeof range === 'string') throw refuse(range)
  const port = parts.port === undefined ? undefined : Number(parts.port)
  if (port !== undefined && (port < 1 || port > 65_535)) throw refuse('has a port outside 1 to 65535')
  return { ...range, port }
}

function matchEntry(entry: string): { range: string; port: string | undefined } | undefined {
  // Without brackets every colon belongs to the IPv6 address.
  if (ipaddr.IPv6.isValid(entry) || ipaddr.IPv6.isValidCIDR(entry)) return { range: entry, port: undefined }
  const [, bracketed, ipv4, port] = entryPattern.exec(entry) ?? []
  const range = bracketed ?? ipv4
  return range === undefined ? undefined : { range, port }
}

/** Returns true if an entry covers the address and the port. A metadata service needs an entry for its own address. */
export function isAllowed(list: readonly AllowedRange[], text: string, port: number, isMetadata: boolean): boolean {
  const bitsMax = ipaddr.process(text).toByteArray().length * 8
  return list.some(
    (entry) =>
      (entry.port === undefined || entry.port === port) &&
      (!isMetadata || entry.prefixLength === bitsMax) &&
      isInRange(entry, text),
  )
}
