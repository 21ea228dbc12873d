import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { gunzipSync } from 'node:zlib'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import { makeTestCertificates } from './certificates.ts'

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
export type Received = { path: string; authorization: string | undefined; date: string | undefined; body: unknown }

/** Starts an HTTPS server in the collector's place, with a CA of its own and given answers. */
export async function startTestCollector() {
  const { ca, certificate, key } = await makeTestCertificates()
  const received: Received[] = []
  let answer: (request: Received) => Answer = () => ({ status: 500 })
  const server = createServer({ key, cert: certificate + ca }, async (request, response) => {
    const seen = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      date: request.headers.date,
      body: await readJson(request),
    }
    received.push(seen)
    const { status, body, headers = {} } = answer(seen)
    response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
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

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const sent = Buffer.concat(parts)
  if (sent.length === 0) return undefined
  return JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString('utf8'))
}
