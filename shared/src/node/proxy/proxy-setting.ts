import { isIP } from 'node:net'
import { OperatorError } from '../../errors.ts'
import { isInRange, parseAddressRange } from '../address-range.ts'
import { addressScope, withoutBrackets } from '../outbound/address-scope.ts'

/** Returns the HTTP proxy for calls to an address; undefined for a direct connection. */
export type ProxyFor = (url: URL) => URL | undefined

export const withoutProxy: ProxyFor = () => undefined

/** Value of `ROLLCALL_PROXY` for direct connections, whatever the other variables say. */
const none = 'none'

/**
 * Reads the proxy for calls to the collector: `ROLLCALL_PROXY`, else `HTTPS_PROXY` and `NO_PROXY` in either case, else
 * the proxy that the join used. A service does not see the environment in which it was joined.
 */
export function readProxy(env: NodeJS.ProcessEnv, ofJoin?: string | undefined): ProxyFor {
  const proxyFor = readSetting(env, ofJoin)
  // A proxy elsewhere cannot reach the loopback addresses of this machine.
  return (url) => (isLoopback(url) ? undefined : proxyFor(url))
}

function readSetting(env: NodeJS.ProcessEnv, ofJoin: string | undefined): ProxyFor {
  const own = env['ROLLCALL_PROXY']
  if (own) {
    const proxy = own === none ? undefined : parseProxy('ROLLCALL_PROXY', own)
    return () => proxy
  }
  // The lower case first, as curl does.
  const name = env['https_proxy'] ? 'https_proxy' : 'HTTPS_PROXY'
  const common = env[name]
  if (common) {
    const proxy = parseProxy(name, common)
    const exceptions = (env['no_proxy'] || env['NO_PROXY'] || '').split(/[\s,]+/).filter(Boolean)
    return (url) => (exceptions.some((entry) => isException(entry, url)) ? undefined : proxy)
  }
  const proxy = ofJoin === undefined ? undefined : parseProxy('the proxy of the join', ofJoin)
  return () => proxy
}

/** Parses the address of a proxy. Errors do not quote it, because it may contain a password. */
function parseProxy(name: string, text: string): URL {
  const full = text.includes('://') ? text : `http://${text}`
  const url = URL.canParse(full) ? new URL(full) : undefined
  if (url?.protocol === 'http:' && url.hostname !== '') return url
  throw new OperatorError(
    `${name} is not the address of an HTTP proxy, such as http://proxy.example:3128 or http://user:password@proxy.example:3128`,
  )
}

/** Returns the address of a proxy without user and password. */
export const proxyName = ({ host }: URL): string => `http://${host}`

/**
 * Reports whether an entry of `NO_PROXY` names the host of a URL: `*`, a host name with all names below it, an address or
 * CIDR block, each also with a port.
 */
function isException(entry: string, url: URL): boolean {
  if (entry === '*') return true
  const host = withoutBrackets(url.hostname).toLowerCase()
  const [, name = entry, port] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(entry) ?? []
  if (port !== undefined && port !== (url.port || '443')) return false
  const range = parseAddressRange(withoutBrackets(name))
  if (typeof range !== 'string') return isIP(host) !== 0 && isInRange(range, host)
  const domain = name.toLowerCase().replace(/^\*?\./, '')
  return host === domain || host.endsWith(`.${domain}`)
}

function isLoopback(url: URL): boolean {
  const host = withoutBrackets(url.hostname)
  // RFC 6761 section 6.3: names below localhost are always loopback.
  return isIP(host) === 0 ? /(^|\.)localhost$/i.test(host) : addressScope(host) === 'loopback'
}
