import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { answerUnreadable, refuseUnreadable } from './unreadable.ts'

export type HttpsServer = {
  port: number
  /** Shows another certificate to new connections, where it is another; true when it was. */
  renew(files: Pick<HttpsOptions, 'keyFile' | 'chainFile'>): boolean
  /** Takes no more calls, and waits for those under way, but not for long. */
  close(): Promise<void>
}

type HttpsOptions = {
  host: string
  port: number
  keyFile: string
  chainFile: string
  /** A connection on which nothing moves for this long is cut. */
  idleMsMax?: number
}

/** A call that takes longer than this to arrive is cut. */
const requestTimeoutMs = 120_000
/** A caller that has not finished its headers, or the TLS handshake, by then is cut. */
const headersTimeoutMs = 10_000
/** How often both are looked at. */
const timeoutCheckMs = 5_000
/**
 * Longer than any answer takes to begin. Without it whoever does not read what was asked for, which of the docs needs no
 * token, would keep it in memory for ever.
 */
const idleMsMaxDefault = 120_000
/**
 * A connection is kept this long for the next call. With Node's 5 s it is often cut just when a caller that keeps its
 * connections sends something again, which is then lost.
 */
const keepAliveMs = 75_000
/** Connections at a time; further ones are closed at once. */
const connectionsMax = 2_000
const closeMsMax = 5_000

/** Listens for HTTPS; plain HTTP is not spoken. */
export async function listenHttps(
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
  { host, port, keyFile, chainFile, idleMsMax = idleMsMaxDefault }: HttpsOptions,
): Promise<HttpsServer> {
  const server = createServer(
    {
      key: readFileSync(keyFile),
      cert: readFileSync(chainFile),
      minVersion: 'TLSv1.2',
      handshakeTimeout: headersTimeoutMs,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: timeoutCheckMs,
      // Its absence is answered by us.
      requireHostHeader: false,
    },
    getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
      errorHandler: refuseUnreadable,
    }),
  )
  server.maxConnections = connectionsMax
  server.timeout = idleMsMax
  answerUnreadable(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port)))
    server.listen({ host, port }, resolve)
  })
  const address = server.address()
  let chain = readFileSync(chainFile, 'utf8')
  return {
    port: typeof address === 'object' && address ? address.port : port,
    renew(files) {
      const renewed = readFileSync(files.chainFile, 'utf8')
      if (renewed === chain) return false
      server.setSecureContext({ key: readFileSync(files.keyFile), cert: renewed, minVersion: 'TLSv1.2' })
      chain = renewed
      return true
    },
    close: () => close(server),
  }
}

function listenError(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : undefined
  const use = 'choose another with --port'
  if (code === 'EADDRINUSE') return new OperatorError(`port ${port} for HTTPS is taken by another program: ${use}`)
  if (code === 'EACCES') return new OperatorError(`port ${port} for HTTPS may not be used by this user: ${use}`)
  if (code === 'EADDRNOTAVAIL')
    return new OperatorError(`${host} is not an address of this machine: choose another with --host`)
  return new OperatorError(`cannot listen on ${host} port ${port}: ${messageOf(error)}`)
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closeMsMax)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
