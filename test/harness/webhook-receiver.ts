import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { makeServerTls } from './server-tls.ts'

export type ReceivedWebhook = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  /** The body as JSON; throws when it is none. */
  json: () => unknown
}

export type WebhookReceiver = AsyncDisposable & {
  url: string
  /** PEM of the CA to trust. */
  ca: string
  received: ReceivedWebhook[]
  /** Sets the response to the next deliveries: a status, or a location to redirect to; null for no response. */
  answer(with_: number | { location: string } | null): void
  stop(): Promise<void>
}

/** Takes webhooks on 127.0.0.1 and keeps them. */
export async function startWebhookReceiver({ tls = false } = {}): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let next: number | { location: string } | null = 204
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, body, json: () => JSON.parse(body) as unknown })
      if (next === null) return
      if (next === 101)
        response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
      else if (typeof next === 'number') response.writeHead(next).end()
      else response.writeHead(307, { Location: next.location }).end()
    })
  }
  const { key, cert, ca } = await makeServerTls('127.0.0.1', 'localhost', 'hooks.example.org')
  const server = tls ? createTlsServer({ key, cert }, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let stopped: Promise<void> | undefined
  const stop = () =>
    (stopped ??= new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    }))
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ca,
    received,
    answer(with_) {
      next = with_
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Computes the Standard Webhooks signature of a delivery from the text of that specification. */
export function expectedSignature(secret: string, { headers, body }: ReceivedWebhook): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
