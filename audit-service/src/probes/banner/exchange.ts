import { constants, type X509Certificate } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

export type Target = { address: string; port: number }

type Exchange = {
  /** A TLS handshake first; whoever answers is taken as it is. */
  tls?: boolean
  /** Sent once, after the handshake; without it we only listen. */
  send?: string | Buffer
  /** Looks at all that came so far: true when it is enough. */
  isDone: (received: Buffer) => boolean
  /** More is not read. */
  bytesMax: number
  /** Of the whole exchange, however slowly the other side goes on. */
  timeoutMs: number
  signal: AbortSignal
}

export type Exchanged = {
  /** At most `bytesMax`. */
  received: Buffer
  /** What the other side showed in the TLS handshake. */
  certificate?: X509Certificate
}

/** All that came is looked at with each piece: what comes in more than this is not read on. */
const piecesMax = 512

/**
 * One short conversation with a port: connect, say at most one thing, read until it is enough, the time is up or the
 * other side closes. Never rejects: what a device does here is its answer.
 */
export function exchange({ address, port }: Target, options: Exchange): Promise<Exchanged> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let certificate: X509Certificate | undefined
    const socket = options.tls ? connectTls({ host: address, port, ...anyTls }) : connect({ host: address, port })
    const end = () => {
      clearTimeout(timer)
      options.signal.removeEventListener('abort', end)
      socket.destroy()
      resolve({
        received: Buffer.concat(chunks).subarray(0, options.bytesMax),
        ...(certificate && { certificate }),
      })
    }
    const timer = setTimeout(end, options.timeoutMs)
    options.signal.addEventListener('abort', end, { once: true })
    if (options.signal.aborted) return end()
    socket.once(options.tls ? 'secureConnect' : 'connect', () => {
      certificate = certificateOf(socket)
      if (options.send !== undefined) socket.write(options.send)
      else if (options.isDone(Buffer.alloc(0))) end()
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= options.bytesMax || chunks.length >= piecesMax || options.isDone(Buffer.concat(chunks))) end()
    })
    // Of an encrypted connection more than one may come.
    socket.on('error', end)
    socket.once('close', end)
  })
}

/**
 * Devices keep what they were shipped with: old versions without secure renegotiation (RFC 5746), weak keys, names that
 * fit nobody. Nothing secret is sent, and nothing that is read is believed more than a greeting would be.
 */
const anyTls = {
  rejectUnauthorized: false,
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT:@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
} as const

const certificateOf = (socket: Socket | TLSSocket): X509Certificate | undefined =>
  'getPeerX509Certificate' in socket ? socket.getPeerX509Certificate() : undefined
