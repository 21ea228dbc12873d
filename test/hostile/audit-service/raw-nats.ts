import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { connect } from 'node:tls'
import { fromSeed } from '@nats-io/nkeys'
import { z } from 'zod'

export type RawNats = {
  /** Sends these bytes, whatever they are. Nothing happens when the server has closed the connection. */
  send(bytes: string | Buffer): void
  /** Resolves when the server has read all that was sent: it answered, or closed the connection. */
  settled(): Promise<void>
  /** Everything that the server sent after its greeting. */
  received(): string
  close(): Promise<void>
}

type RawOptions = { url: string; caPem: string; userJwt: string; userSeed: string; options?: Record<string, unknown> }

const infoSchema = z.object({ nonce: z.string() })
const settledMsMax = 10_000

/** Speaks the NATS protocol without a library, which would refuse to send what a hostile client can. */
export async function connectRaw({ url, caPem, userJwt, userSeed, options = {} }: RawOptions): Promise<RawNats> {
  const { hostname, port } = new URL(url)
  const plain = connectPlain({ host: hostname, port: Number(port) })
  const [greeting] = (await once(plain, 'data')) as [Buffer]
  const { nonce } = infoSchema.parse(JSON.parse(greeting.toString('utf8').replace(/^INFO /, '')))
  const socket = connect({ socket: plain, host: hostname, ca: caPem })
  await once(socket, 'secureConnect')
  // The server closes connections that break the protocol, also while they are written to.
  for (const each of [plain, socket]) each.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  const key = fromSeed(new TextEncoder().encode(userSeed))
  const sig = Buffer.from(key.sign(new TextEncoder().encode(nonce))).toString('base64url')
  const login = { jwt: userJwt, sig, verbose: false, pedantic: false, tls_required: true, protocol: 1, lang: 'raw' }
  const client: RawNats = {
    send(bytes) {
      if (socket.writable) socket.write(bytes)
    },
    async settled() {
      const before = received.length
      const answered = new Promise<void>((resolve) => {
        socket.on('data', () => received.includes('PONG\r\n', before) && resolve())
      })
      client.send('PING\r\n')
      const late = setTimeout(settledMsMax, undefined, { ref: false }).then(() => {
        throw new Error('the NATS server neither answered nor closed the connection')
      })
      await Promise.race([answered, closed, late])
    },
    received: () => received,
    async close() {
      socket.destroy()
      await closed
    },
  }
  client.send(`CONNECT ${JSON.stringify({ ...login, headers: true, no_responders: true, ...options })}\r\n`)
  await client.settled()
  return client
}
