import { isIPv6 } from 'node:net'
import type { Target } from '../banner/exchange.ts'

/** The server as URLs name it; a port that goes without saying is left out of `host`. */
export const originOf = ({ address, port }: Target, tls = false): URL =>
  new URL(`${tls ? 'https' : 'http'}://${isIPv6(address) ? `[${address}]` : address}:${port}/`)

/**
 * The head of a request that asks for one answer and nothing after it. Identity encoding: what is packed would have to be
 * unpacked, and bombs are.
 */
export function requestHead(method: 'GET' | 'POST', path: string, origin: URL, headers: readonly string[]): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${origin.host}`,
    'User-Agent: Rollcall',
    'Accept-Encoding: identity',
    'Connection: close',
    ...headers,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
