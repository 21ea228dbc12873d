import { isIPv6 } from 'node:net'
import type { Target } from '../tcp/conversation.ts'

/** Returns the origin of the server as in URLs; `host` omits the default port. */
export const originOf = ({ address, port }: Target, tls = false): URL =>
  new URL(`${tls ? 'https' : 'http'}://${isIPv6(address) ? `[${address}]` : address}:${port}/`)

/**
 * Returns the head of a request for a single response. Identity encoding avoids unpacking, and so decompression bombs.
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
