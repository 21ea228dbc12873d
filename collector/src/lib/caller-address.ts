import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { type AddressRange, isInRange, parseAddressRange } from '@rollcall/shared/node/address-range.ts'
import ipaddr from 'ipaddr.js'

/** Parses `ROLLCALL_TRUSTED_PROXIES`: addresses and CIDR blocks, separated by commas or spaces. */
export function parseTrustedProxies(text = ''): AddressRange[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => {
      const range = parseAddressRange(entry)
      const refuse = (why: string) => new OperatorError(`ROLLCALL_TRUSTED_PROXIES: "${entry}" ${why}`)
      if (typeof range === 'string') throw refuse(range)
      if (range.prefixLength === 0) throw refuse('matches every address: any caller could claim another address')
      return range
    })
}

export const isTrustedProxy = (proxies: readonly AddressRange[], address: string): boolean =>
  proxies.some((range) => isInRange(range, address))

/** An address as proxies write it: IPv4 and bracketed IPv6 may have a port. */
const hopPattern = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::\d{1,5})?$|^([0-9a-f:.]+)$/i

/**
 * Determines the address that a request came from. Each trusted proxy appends its caller to `X-Forwarded-For`, so the
 * first address from the end that is no trusted proxy is the caller. Earlier entries are unverified claims of the
 * caller, as is the whole header if the connection is not from a trusted proxy.
 */
export function callerAddress(
  proxies: readonly AddressRange[],
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
): string {
  let address = socket.remoteAddress ?? ''
  if (address === '' || !isTrustedProxy(proxies, address)) return address
  // Node joins the values of several headers of this name.
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  for (const hop of hops.reverse()) {
    const [, bracketed, ipv4, bare] = hopPattern.exec(hop.trim()) ?? []
    const named = bracketed ?? ipv4 ?? bare
    // If a proxy names no caller, the proxy itself is the caller.
    if (named === undefined || isIP(named) === 0) return address
    address = named
    if (!isTrustedProxy(proxies, address)) return address
  }
  return address
}

/** Returns the network that counts as one caller: an IPv4 address itself, the /64 of an IPv6 address (RFC 6177). */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}

/** Reports whether a call came from this machine. */
export const isLoopback = (address: string): boolean => ipaddr.process(address).range() === 'loopback'
