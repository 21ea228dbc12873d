import { type Duplex, duplexPair, pipeline } from 'node:stream'
import { createWebSocketStream, WebSocket } from 'ws'
import { dialOptions, explained, type Pinned } from './pinned-client.ts'

/** A server refused to become a WebSocket. */
export class UpgradeRefused extends Error {
  readonly status: number
  /** `Date` header of the server. */
  readonly date: string | undefined
  constructor(url: URL, status: number, date: string | undefined) {
    super(`${url.host} refused a WebSocket (${status})`)
    this.status = status
    this.date = date
  }
}

/**
 * Opens a WebSocket of the collector (`https:` address) as a stream of bytes. The bounds of its messages are lost:
 * NATS has its own.
 */
export function openWebSocket(
  url: URL,
  { headers, timeoutMs, ...pinned }: Pinned & { headers: Record<string, string>; timeoutMs: number },
): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
  const { proxy, ...tls } = dialOptions(url, pinned)
  const socket = new WebSocket(url, { ...tls, headers, handshakeTimeout: timeoutMs, perMessageDeflate: false })
  socket.once('unexpected-response', (outgoing, answer) => {
    outgoing.destroy()
    reject(new UpgradeRefused(url, answer.statusCode ?? 0, answer.headers.date))
  })
  socket.once('error', (error) => reject(explained(error, proxy)))
  socket.once('open', () => {
    // A stream of its own for the caller: NATS removes every listener of what it dialed.
    const [outer, inner] = duplexPair()
    pipeline(inner, createWebSocketStream(socket), inner, () => outer.destroy())
    outer.once('close', () => inner.destroy())
    resolve(outer)
  })
  return promise
}
