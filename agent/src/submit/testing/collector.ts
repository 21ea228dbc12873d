import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import { makeTestCertificates } from './certificates.ts'

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
export type Received = {
  path: string
  authorization: string | undefined
  date: string | undefined
  coding: string | undefined
  dictionaryId: string | undefined
  bytes: Buffer
  /** The connection resumed a TLS session. */
  isResumed: boolean
  /** Parsed unless it is a difference. */
  body: unknown
}

/** Starts an HTTPS server in the collector's place, with a CA of its own and given answers. */
export async function startTestCollector() {
  const { ca, certificate, key } = await makeTestCertificates()
  let connections = 0
  const received: Received[] = []
  let answer: (request: Received) => Answer = () => ({ status: 500 })
  const server = createServer({ key, cert: certificate + ca }, async (request, response) => {
    const coding = request.headers['content-encoding']
    const bytes = await readBytes(request)
    const seen = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      date: request.headers.date,
      coding,
      dictionaryId: request.headers['dictionary-id']?.toString(),
      bytes,
      isResumed: (request.socket as TLSSocket).isSessionReused(),
      body: parse(bytes, coding),
    }
    received.push(seen)
    const { status, body, headers = {} } = answer(seen)
    response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `https://127.0.0.1:${port}`,
    caPem: ca,
    pin: spkiPin(ca),
    received,
    connections: () => connections,
    /** Forgets all TLS sessions, like a restart. */
    forgetSessions: () => server.setTicketKeys(randomBytes(48)),
    answer: (to: typeof answer) => {
      answer = to
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type TestCollector = Awaited<ReturnType<typeof startTestCollector>>

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

function parse(sent: Buffer, coding: string | undefined): unknown {
  if (sent.length === 0 || coding === 'dcz') return undefined
  return JSON.parse((coding === 'gzip' ? gunzipSync(sent) : sent).toString('utf8'))
}
