import { constants, type X509Certificate } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

export type Target = { address: string; port: number }

/** Limits of one conversation, however slow or talkative the other side is. */
export type ConversationLimits = {
  /** Limit of received bytes. */
  bytesMax: number
  /** Time limit of the whole conversation, with the connection. */
  timeoutMs: number
  signal: AbortSignal
}

/** The open connection of a conversation. */
export type Line = {
  send(bytes: string | Buffer): void
  /**
   * Returns the next message. `lengthOf` gets the bytes after the last message and returns the length of a complete one.
   * Undefined if the conversation ended before.
   */
  receive(lengthOf: (received: Buffer) => number | undefined): Promise<Buffer | undefined>
  /** Returns the bytes after the last message if the host closed the connection; undefined otherwise. */
  rest(): Buffer | undefined
  /** Runs a TLS handshake on the connection. False if the conversation ended before. */
  startTls(): Promise<boolean>
}

type Conversation<T> = {
  /** Undefined if there was no connection. */
  value: T | undefined
  /** All received bytes, at most `bytesMax`. */
  received: Buffer
  /** Certificate of the TLS handshake. */
  certificate?: X509Certificate
  /** Reason, in words, for which the conversation ended before all messages were received. */
  fault?: string
}

export const closedByHost = 'the host closed the connection'
/** Limit of received chunks: all bytes are checked for each chunk. */
const chunksMax = 500

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

/**
 * Connects to a port, in TLS if `tls` is true, and runs `talk` on the connection. Every behavior of the device is a
 * result; the conversation rejects only if `talk` does.
 */
export async function converse<T>(
  target: Target & { tls?: boolean | undefined },
  limits: ConversationLimits,
  talk: (line: Line) => Promise<T>,
): Promise<Conversation<T>> {
  const connection = new Connection(target, limits)
  try {
    const isOpen = await connection.isOpen()
    const value = isOpen ? await talk(connection) : undefined
    const { certificate, fault } = connection
    const received = connection.received.subarray(0, limits.bytesMax)
    return { value, received, ...(certificate && { certificate }), ...(fault !== undefined && { fault }) }
  } finally {
    connection.end('')
  }
}

class Connection implements Line {
  certificate: X509Certificate | undefined
  fault: string | undefined
  readonly #limits: ConversationLimits
  readonly #timer: NodeJS.Timeout
  readonly #endByAbort = () => this.end('the host’s time is up')
  #socket: Socket
  #chunks: Buffer[] = []
  #size = 0
  #count = 0
  /** Bytes of messages that were returned. */
  #taken = 0
  #isReady = false
  #ended = false
  /** Called for each event that a waiting step may wait for. */
  #wake: () => void = () => undefined

  constructor(
    { address: host, port, tls = false }: Target & { tls?: boolean | undefined },
    limits: ConversationLimits,
  ) {
    this.#limits = limits
    this.#timer = setTimeout(() => this.end(`no complete answer within ${limits.timeoutMs} ms`), limits.timeoutMs)
    limits.signal.addEventListener('abort', this.#endByAbort, { once: true })
    this.#socket = tls ? connectTls({ host, port, ...anyTls }) : connect({ host, port })
    this.#listen(this.#socket, tls ? 'secureConnect' : 'connect')
    if (limits.signal.aborted) this.#endByAbort()
  }

  get received(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0] ?? Buffer.alloc(0)
  }

  #listen(socket: Socket | TLSSocket, ready: string): void {
    this.#isReady = false
    socket.once(ready, () => {
      this.#isReady = true
      if ('getPeerX509Certificate' in socket) this.certificate = socket.getPeerX509Certificate()
      this.#wake()
    })
    socket.on('data', (chunk: Buffer) => this.#add(chunk))
    // An encrypted connection may emit several errors.
    socket.on('error', (error: NodeJS.ErrnoException) => this.end(`the connection failed: ${error.code ?? 'TLS'}`))
    socket.once('close', () => this.end(closedByHost))
  }

  #add(chunk: Buffer): void {
    if (this.#ended) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
    this.#count += 1
    const { bytesMax } = this.#limits
    if (this.#size >= bytesMax) this.end(`the answer has more than ${bytesMax} bytes`)
    else if (this.#count >= chunksMax) this.end(`the answer has more than ${chunksMax} pieces`)
    else this.#wake()
  }

  /** Ends the conversation. The first reason counts. */
  end(fault: string): void {
    if (this.#ended) return
    this.#ended = true
    if (fault !== '') this.fault = fault
    clearTimeout(this.#timer)
    this.#limits.signal.removeEventListener('abort', this.#endByAbort)
    this.#socket.destroy()
    this.#wake()
  }

  /** Returns the value of `step` once it is not undefined, or undefined once the conversation has ended. */
  #until<V>(step: () => V | undefined): Promise<V | undefined> {
    return new Promise((resolve, reject) => {
      this.#wake = () => {
        try {
          // Messages that arrived before the end count.
          const value = step()
          if (value !== undefined || this.#ended) resolve(value)
        } catch (error) {
          reject(error)
        }
      }
      this.#wake()
    })
  }

  /** Resolves with false if there is no connection, or no TLS on it. */
  async isOpen(): Promise<boolean> {
    return (await this.#until(() => this.#isReady || undefined)) === true
  }

  send(bytes: string | Buffer): void {
    if (!this.#ended) this.#socket.write(bytes)
  }

  receive(lengthOf: (received: Buffer) => number | undefined): Promise<Buffer | undefined> {
    return this.#until(() => {
      const unread = this.received.subarray(this.#taken)
      const length = unread.length === 0 ? undefined : lengthOf(unread)
      if (length === undefined) return undefined
      const { bytesMax } = this.#limits
      if (length > bytesMax) this.end(`the answer announces ${length} bytes, at most ${bytesMax} are read`)
      if (length > unread.length) return undefined
      this.#taken += length
      return unread.subarray(0, length)
    })
  }

  rest(): Buffer | undefined {
    return this.fault === closedByHost ? this.received.subarray(this.#taken) : undefined
  }

  async startTls(): Promise<boolean> {
    if (this.#ended) return false
    const plain = this.#socket
    for (const event of ['data', 'error', 'close']) plain.removeAllListeners(event)
    plain.on('error', () => undefined)
    this.#socket = connectTls({ socket: plain, ...anyTls })
    this.#listen(this.#socket, 'secureConnect')
    return this.isOpen()
  }
}
