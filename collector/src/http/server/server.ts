import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import type { AddressRange } from '@rollcall/shared/node/address-range.ts'
import type { Logger } from 'pino'
import { callerAddress, isLoopback, isTrustedProxy, networkOf } from '../../lib/caller-address.ts'
import { ambiguityOf } from './ambiguous-headers.ts'
import { BoundedRequest } from './body-in-pieces.ts'
import { type Call, type Connection, type ConnectionLimits, createConnections, endsOf } from './connections.ts'
import { dropRestOfBodies } from './drop-rest.ts'
import { answerExpectations } from './expectations.ts'
import { closeServer, listen } from './listen.ts'
import { PacedResponse } from './paced-response.ts'
import { beginTlsAfterFirstBytes } from './plain-http.ts'
import { createRateLimiter, type RateLimit } from './rate-limiter.ts'
import { strictTransportSecurity, tlsOptions } from './transport-security.ts'
import { acceptTunnels, type TunnelRoute } from './tunnels.ts'
import { answerUnreadable, refuseTooMany, refuseUnreadable } from './unreadable.ts'

export type HttpsServer = {
  port: number
  /** Uses another certificate for new connections; returns true if it has changed. */
  renew(files: Pick<HttpsOptions, 'keyFile' | 'chainFile'>): boolean
  /** Accepts no more calls, and waits a limited time for running ones. */
  close(): Promise<void>
}

type HttpsOptions = {
  host: string
  port: number
  keyFile: string
  chainFile: string
  log: Logger
  /** Reverse proxies whose `X-Forwarded-For` counts. */
  trustedProxies?: readonly AddressRange[]
  /** Time after which an idle connection is closed. */
  idleMsMax?: number
  connections?: Partial<ConnectionLimits>
  strangerRate?: RateLimit
  /** Path of requests that leave HTTP and become a tunnel. */
  tunnel?: TunnelRoute
}

/** Values of a call in addition to its request. */
type CallBindings = HttpBindings &
  Pick<Call, 'authenticated'> & {
    /** Address of the caller, even behind trusted proxies. */
    address: string
  }

/** Time within which a request must arrive completely. */
const requestTimeoutMs = 120_000
/** Time within which a caller must complete its headers, or the TLS handshake. */
const headersTimeoutMs = 10_000
/** Interval at which Node checks both. */
const timeoutCheckMs = 5_000
/**
 * Longer than any response takes to begin. Without it a client that does not read the response, such as the docs page
 * that needs no token, would keep it in memory for ever.
 */
const idleMsMaxDefault = 120_000
/**
 * Keeps an idle connection for the next call. With Node's 5 s, a connection is often closed just when its client sends
 * another request, which is then lost.
 */
const keepAliveMs = 75_000
/** Time for running calls to end when the server closes. */
const closeMsMax = 8_000
/** Rate of new TLS connections of one network. Further ones wait this long at most, or are closed. */
const handshakePace = { perSecond: 100, burst: 300 }
const handshakeWaitMsMax = 3_000
/** Rate of unauthenticated calls of one network. Responses to further ones are delayed. */
const strangerRateDefault: RateLimit = { perSecond: 100, burst: 500 }
const slowAnswerMs = 1_000
/** Paths that monitoring requests without a token. */
const probes = ['/healthz', '/readyz']
/** Listens for HTTPS, and responds to plain HTTP with a hint. */
export async function listenHttps(
  fetch: (request: Request, bindings: CallBindings) => Response | Promise<Response>,
  {
    host,
    port,
    keyFile,
    chainFile,
    log,
    trustedProxies = [],
    idleMsMax = idleMsMaxDefault,
    connections: limits,
    strangerRate = strangerRateDefault,
    tunnel,
  }: HttpsOptions,
): Promise<HttpsServer> {
  const connections = createConnections(log, limits)
  const handshakes = createRateLimiter(handshakePace)
  const strangers = createRateLimiter(strangerRate)
  const connectionAt = new Map<string, Connection>()
  const calls = new WeakMap<IncomingMessage, Call>()

  async function answer(request: Request, bindings: HttpBindings): Promise<Response> {
    const call = calls.get(bindings.incoming)
    if (!call) throw new Error('a call without a connection')
    const address = callerAddress(trustedProxies, bindings.incoming)
    const ambiguity = ambiguityOf(bindings.incoming)
    const response = ambiguity
      ? refuseUnreadable(new RequestError(ambiguity))
      : await fetch(request, { ...bindings, address, authenticated: call.authenticated })
    if (call.isAuthenticated() || probes.includes(bindings.incoming.url ?? '')) return response
    if (strangers.take(networkOf(address), performance.now()) !== undefined) return response
    await pause(slowAnswerMs, undefined, { ref: false })
    return response.status >= 400 ? refuseTooMany(slowAnswerMs / 1000) : response
  }

  const listener = getRequestListener((request, bindings) => answer(request, bindings as HttpBindings), {
    errorHandler: refuseUnreadable,
    autoCleanupIncoming: false,
  })
  const beginCall = (request: IncomingMessage): Call | undefined => {
    const connection = connectionAt.get(endsOf(request.socket))
    return connection && connections.begin(connection)
  }
  const server = createServer(
    {
      key: readFileSync(keyFile),
      cert: readFileSync(chainFile),
      ...tlsOptions,
      IncomingMessage: BoundedRequest,
      ServerResponse: PacedResponse,
      handshakeTimeout: headersTimeoutMs,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: timeoutCheckMs,
      // The collector itself responds to a request without a Host header.
      requireHostHeader: false,
      // Other requests with an Upgrade header are answered as if it were absent (RFC 9110 section 7.8).
      shouldUpgradeCallback: (request: IncomingMessage) => tunnel !== undefined && request.url === tunnel.path,
    },
    (request, response) => {
      const call = beginCall(request)
      if (!call) return request.socket.destroy()
      calls.set(request, call)
      response.once('close', call.end)
      response.setHeaders(new Headers(strictTransportSecurity))
      return listener(request, response)
    },
  )
  server.timeout = idleMsMax
  const { destroyWaiting } = beginTlsAfterFirstBytes(server, {
    firstByteMsMax: headersTimeoutMs,
    async admit(socket) {
      const address = socket.remoteAddress
      // The connection is already closed.
      if (address === undefined) return false
      const isProxy = isTrustedProxy(trustedProxies, address)
      const connection = connections.open(socket, address, isProxy)
      const ends = endsOf(socket)
      connectionAt.set(ends, connection)
      // A new connection may have the same ends before this one's end is noticed here.
      socket.once('close', () => connectionAt.get(ends) === connection && connectionAt.delete(ends))
      // Proxies, and monitoring on this machine, call for many.
      if (isProxy || isLoopback(address)) return true
      const waitMs = handshakes.take(connection.network, performance.now(), handshakeWaitMsMax)
      if (waitMs === undefined) return false
      if (waitMs > 0) await pause(waitMs, undefined, { ref: false })
      return !socket.destroyed
    },
  })
  const { destroyTunnels } = acceptTunnels(server, tunnel, {
    idleMsMax,
    log,
    begin: beginCall,
    addressOf: (request) => callerAddress(trustedProxies, request),
  })
  answerExpectations(server)
  answerUnreadable(server)
  dropRestOfBodies(server)
  await listen(server, { host, port })
  const address = server.address()
  let chain = readFileSync(chainFile, 'utf8')
  return {
    port: typeof address === 'object' && address ? address.port : port,
    renew(files) {
      const renewed = readFileSync(files.chainFile, 'utf8')
      if (renewed === chain) return false
      server.setSecureContext({ key: readFileSync(files.keyFile), cert: renewed, ...tlsOptions })
      chain = renewed
      return true
    },
    close() {
      destroyWaiting()
      destroyTunnels()
      return closeServer(server, closeMsMax)
    },
  }
}
