import { constants, type X509Certificate } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

export type Target = { address: string; port: number }

type Exchange = {
  /** Starts with a TLS handshake; any certificate is accepted. */
  tls?: boolean
  /** Sent once, after the handshake; without it the exchange only receives. */
  send?: string | Buffer
  /** Returns true if the bytes received so far are enough. */
  isDone: (received: Buffer) => boolean
  /** Limit of received bytes. */
  bytesMax: number
  /** Time limit of the whole exchange, however slow the other side is. */
  timeoutMs: number
  signal: AbortSignal
}

export type Exchanged = {
  /** At most `bytesMax`. */
  received: Buffer
  /** Certificate of the TLS handshake. */
  certificate?: X509Certificate
}

/** Limit of received chunks: `isDone` checks all bytes for each chunk. */
const piecesMax = 512

/**
 * Runs one short exchange with a port: connects, sends at most one message, and receives until it is enough, the time
 * is up or the other side closes. Never rejects: every behavior of the device is a result.
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
    // An encrypted connection may emit several errors.
    socket.on('error', end)
    socket.once('close', end)
  })
}

/**
 * Accepts every TLS server: devices keep old versions without secure renegotiation (RFC 5746), weak keys and names that
 * do not match. Nothing secret is sent, and the certificate is trusted no more than a greeting.
 */
const anyTls = {
  rejectUnauthorized: false,
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT:@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
} as const

const certificateOf = (socket: Socket | TLSSocket): X509Certificate | undefined =>
  'getPeerX509Certificate' in socket ? socket.getPeerX509Certificate() : undefined
