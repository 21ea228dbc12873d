import type { X509Certificate } from 'node:crypto'
import { type ConversationLimits, converse, type Target } from '../tcp/conversation.ts'

type Exchange = ConversationLimits & {
  /** Starts with a TLS handshake; any certificate is accepted. */
  tls?: boolean
  /** Sent once, after the handshake; without it the exchange only receives. */
  send?: string | Buffer
  /** Returns true if the bytes received so far are enough. */
  isDone: (received: Buffer) => boolean
}

export type Exchanged = {
  /** At most `bytesMax`. */
  received: Buffer
  /** Certificate of the TLS handshake. */
  certificate?: X509Certificate
}

/**
 * Runs one short exchange with a port: connects, sends at most one message, and receives until it is enough, the time
 * is up or the other side closes. Never rejects: every behavior of the device is a result.
 */
export async function exchange(target: Target, { tls, send, isDone, ...limits }: Exchange): Promise<Exchanged> {
  const { received, certificate } = await converse({ ...target, tls }, limits, async (line) => {
    if (send !== undefined) line.send(send)
    else if (isDone(Buffer.alloc(0))) return
    await line.receive((bytes) => (isDone(bytes) ? bytes.length : undefined))
  })
  return { received, ...(certificate && { certificate }) }
}
