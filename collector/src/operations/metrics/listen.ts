import { createServer } from 'node:http'
import { isIPv6 } from 'node:net'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'

export type ListenAddress = { host: string; port: number }

export type MetricsServer = { port: number; close(): Promise<void> }

const connectionsMax = 32
const requestMsMax = 10_000
const path = '/metrics'

/**
 * Serves the metrics over plain HTTP, on a port of its own: without a token, and also while the API is closed. The
 * operator chooses an address that only the monitoring reaches.
 */
export async function listenMetrics(registry: Registry, address: ListenAddress, log: Logger): Promise<MetricsServer> {
  /** Scrapes that arrive during one share its text. */
  let rendering: Promise<string> | undefined
  const render = () => {
    rendering ??= registry.metrics().finally(() => {
      rendering = undefined
    })
    return rendering
  }
  const server = createServer({ requestTimeout: requestMsMax, headersTimeout: requestMsMax }, (request, response) => {
    const answer = (status: number, text: string, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, {
          'Content-Type': 'text/plain; charset=utf-8',
          'X-Content-Type-Options': 'nosniff',
          ...headers,
        })
        .end(request.method === 'HEAD' ? undefined : text)
    if (request.url?.split('?')[0] !== path) return answer(404, `There is only ${path} here.\n`)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(405, `Only GET is possible here.\n`, { Allow: 'GET, HEAD' })
    return render().then(
      (text) => answer(200, text, { 'Content-Type': registry.contentType }),
      (error: unknown) => {
        log.error({ err: error }, 'metrics: a scrape failed')
        answer(500, 'The metrics cannot be read. The log of the collector has the reason.\n')
      },
    )
  })
  server.maxConnections = connectionsMax
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, address)))
    server.listen(address, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listenError(error: Error, { host, port }: ListenAddress): OperatorError {
  const shown = `${isIPv6(host) ? `[${host}]` : host}:${port}`
  return new OperatorError(
    `the metrics cannot be served at ${shown} (${messageOf(error)}): choose another address in ROLLCALL_METRICS_LISTEN`,
  )
}
