import type { IncomingMessage } from 'node:http'

/** Headers that may occur only once: Node would use the first and ignore the second. */
const singletons = [
  'authorization',
  'content-length',
  'content-type',
  'date',
  'host',
  'if-unmodified-since',
  'origin',
  'sec-fetch-site',
  'x-site-id',
]

/**
 * Returns the reason for which a request is ambiguous (RFC 9112 sections 3.2, 6.1 and 11.2); undefined if it is not.
 */
export function ambiguityOf({ rawHeaders, headers, httpVersion, url = '' }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && httpVersion === '1.0') return 'HTTP/1.0 has no header transfer-encoding'
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return 'The header transfer-encoding may only be chunked'
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    if (!singletons.includes(name)) continue
    if (seen.has(name)) return `The header ${name} must be sent once`
    seen.add(name)
  }
  if (!/^https?:\/\//i.test(url)) return undefined
  return authorityOf(url) === authorityOf(`https://${headers.host ?? ''}`)
    ? undefined
    : 'The request line names another host than the header host'
}

/** Returns host and port; the default port is 443, as for any https:// address. */
function authorityOf(url: string): string | undefined {
  const parsed = URL.parse(url.replace(/^http:/i, 'https:'))
  return parsed === null ? undefined : parsed.host
}
