import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply = { status: number; headers?: Record<string, string>; body?: string }

/**
 * For tests: an HTTP server that is no S3 service, or one with a fault that a real one cannot be made to have. Counts
 * the objects put, by path.
 */
export async function startFake(reply: (request: IncomingMessage, content: Buffer) => Reply | undefined) {
  const puts = new Map<string, number>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const content = Buffer.concat(await request.toArray())
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://fake').pathname)
    if (request.method === 'PUT') puts.set(path, (puts.get(path) ?? 0) + 1)
    const answer = reply(request, content)
    // Nothing at all: the connection stays open.
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    puts,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answer of an S3 service to a successful PUT. */
export const taken = (content: Buffer): Reply => ({
  status: 200,
  headers: { ETag: `"${createHash('md5').update(content).digest('hex')}"` },
})

export const s3Error = (status: number, code: string): Reply => ({
  status,
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>It says ${code}.</Message></Error>`,
})

export const page: Reply = {
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<html><p>Welcome<br></html>',
}
