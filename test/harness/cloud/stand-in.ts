import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
export type Reply = { status?: number; type?: string; headers?: Record<string, string>; body: string }

export type StandIn = AsyncDisposable & { url: string; asked: ReceivedRequest[]; stop: () => Promise<void> }

/** An HTTP server on 127.0.0.1 in the place of a cloud's, which answers as `answer` says; by default JSON. */
export async function startStandIn(answer: (received: ReceivedRequest) => Reply | Promise<Reply>): Promise<StandIn> {
  const asked: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in')
      const { method = '', headers } = request
      const question = { method, path: pathname, query, headers, body: await text(request) }
      asked.push(question)
      const reply = await answer(question)
      const type = { 'Content-Type': reply.type ?? 'application/json' }
      response.writeHead(reply.status ?? 200, { ...type, ...reply.headers }).end(reply.body)
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, stop, [Symbol.asyncDispose]: stop }
}

/** True the first time for each key: what a cloud is too busy for once. */
export function firstTime() {
  const seen = new Set<string>()
  return (key: string): boolean => !seen.has(key) && seen.add(key).size > 0
}
