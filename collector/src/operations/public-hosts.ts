import { isIP } from 'node:net'

/** Name or address of the collector for its parts; without a port, the port that the collector listens on. */
export type PublicHost = { host: string; port?: number }

/** Limit of `addressesSchema`. */
export const publicHostsMax = 16

/** Reports whether a text is a host name (RFC 1123), or an address without brackets. */
const isHost = (text: string): boolean =>
  isIP(text) !== 0 || (text.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(text))

/** Parses `name`, `name:port`, an address or `[address]:port`; undefined if the text is none of these. */
export function parsePublicHost(text: string): PublicHost | undefined {
  if (isHost(text)) return { host: text.toLowerCase() }
  const [, name = '', digits = ''] = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(text) ?? []
  const host = name.replace(/^\[(.*)\]$/, '$1')
  const port = Number(digits)
  return isHost(host) && port > 0 && port <= 65_535 ? { host: host.toLowerCase(), port } : undefined
}

export const publicUrl = ({ host, port }: PublicHost, ownPort: number): string =>
  `https://${isIP(host) === 6 ? `[${host}]` : host}:${port ?? ownPort}`
