import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import {
  type Authenticator,
  AuthorizationError,
  type NatsConnection,
  type TlsOptions,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { messageOf } from '../errors.ts'
import { createBackoff } from './backoff.ts'
import { connectNats, isWebSocketUrl } from './nats-transport.ts'
import { UpgradeRefused } from './open-web-socket.ts'
import { signingKey } from './signing-key.ts'
import { within } from './within.ts'

export type NatsOptions = {
  /**
   * `tls://host:port`, `wss://host:port/path` for a WebSocket, or `nats://` for a server without TLS on this machine.
   * A WebSocket is tried after the others. A function is called before each attempt, so that new addresses are used.
   */
  servers: readonly string[] | (() => readonly string[])
  /** Opens a WebSocket; needed for servers with `wss:`. */
  openWebSocket?(url: URL): Promise<Duplex>
  /** Read before each attempt, so that a renewed JWT is used. */
  userJwt: string | (() => string)
  /** Seed of the user's nkey (`SU…`). */
  userSeed: string
  /** Name that the certificate must have instead of the dialed one. */
  serverName?: string | undefined
  /** Trusted CA. Without it, a TLS server needs a certificate of a public CA. */
  caPem?: string | undefined
  /** Shown in the server's logs. */
  name: string
  inboxPrefix?: string
  /** Upper end of the wait between two dials after a lost connection; default 3 s. */
  redialMsMax?: number
  /** Called with the address of each new connection. */
  onConnected?(server: string): void
  /** Called when a server refuses the credentials or reports that they have expired. */
  onRefused?(): void
}

export type Link = {
  nc: NatsConnection
  /** False while reconnecting: messages published then would pile up in memory. */
  isConnected(): boolean
  /**
   * Resolves once connected, with a signal that aborts when the connection is lost: replies to requests over it no
   * longer arrive. Rejects if `signal` is aborted.
   */
  untilConnected(signal: AbortSignal): Promise<AbortSignal>
}

/** Interval of pings. Two of them without an answer end the connection. */
const pingIntervalMs = 10_000
const dialTimeoutMs = 10_000
/** Many services can lose the same server; none should stay disconnected much longer than the server was down. */
const redialMsMaxDefault = 3_000

/** Dials until a server answers or `signal` is aborted; afterwards reconnects for ever. */
export async function connectForever(
  options: NatsOptions,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<Link> {
  const backoff = createBackoff({ baseMs: 250, maxMs: options.redialMsMax ?? redialMsMaxDefault })
  for (;;) {
    signal.throwIfAborted()
    try {
      return await connectOnce(options, log)
    } catch (error) {
      if (isRefusal(error)) options.onRefused?.()
      log.warn({ servers: serversOf(options), reason: reasonOf(error) }, 'NATS: connection failed, will try again')
      await backoff.wait(signal, 250)
    }
  }
}

/** Connects, or rejects if no server answers now; once connected it reconnects for ever. */
export async function connectOnce(options: NatsOptions, log: Logger): Promise<Link> {
  const backoff = createBackoff({ baseMs: 200, maxMs: options.redialMsMax ?? redialMsMaxDefault })
  const tls = tlsOptions(options)
  const order = createOrder(options)
  let nc: NatsConnection | undefined
  let server = ''
  let connected = false
  let dials = 0
  let redialMs = 0
  const settings: Parameters<typeof connectNats>[0] = {
    noRandomize: true,
    // The library reports no failure of a dial that reconnects.
    openWebSocket: async (url) => {
      if (!options.openWebSocket) throw new Error(`no way to ${url.href}`)
      return options.openWebSocket(url).catch((error: unknown) => {
        if (isRefusal(error)) options.onRefused?.()
        throw error
      })
    },
    name: options.name,
    authenticator: authenticatorOf(options),
    ...(options.inboxPrefix ? { inboxPrefix: options.inboxPrefix } : {}),
    ...(tls ? { tls } : {}),
    // Only the configured addresses: a gossiped one is a bare address that no certificate names.
    ignoreClusterUpdates: true,
    // Called once before each dial, unlike the delay handler.
    reconnectToServer: ([first]) => {
      if (order.refresh()) nc?.setServers(order.servers())
      server = (nc && order.servers()[dials % order.servers().length]) ?? server
      dials += 1
      const next = nc?.getServers().find(({ src }) => src === server) ?? first ?? null
      // Node checks a certificate against `host` if the address is not a name; the library does not set it.
      if (tls && next) {
        const host = options.serverName ?? next.hostname
        Object.assign(tls, { host, servername: isIP(host) ? '' : host })
      }
      redialMs = backoff.nextMs(100)
      return next
    },
    maxReconnectAttempts: -1,
    // Credentials can be refused temporarily, for example while a server starts without the account's claims.
    ignoreAuthErrorAbort: true,
    reconnectDelayHandler: () => redialMs,
    pingInterval: pingIntervalMs,
    maxPingOut: 2,
    timeout: dialTimeoutMs,
    noAsyncTraces: true,
  }
  const connectFirst = async (): Promise<NatsConnection> => {
    const failures: unknown[] = []
    for (server of order.servers()) {
      try {
        return await connectNats({ ...settings, servers: [server] })
      } catch (error) {
        failures.push(error)
      }
    }
    // The library reports only the last failure: a refusal would be lost if another server cannot be reached.
    throw failures.find(isRefusal) ?? new Error(failures.map(reasonOf).join('; '), { cause: failures[0] })
  }
  const connection = await connectFirst()
  nc = connection
  nc.setServers(order.servers())
  connected = true
  dials = 0
  options.onConnected?.(server)
  let lost = new AbortController()
  let back = Promise.withResolvers<void>()
  const lose = () => {
    if (!connected) return
    connected = false
    back = Promise.withResolvers()
    lost.abort(new Error('the connection to NATS was lost'))
  }
  const watch = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        if (connected) log.warn({ server: status.server }, 'NATS: connection lost, reconnecting')
        lose()
      } else if (status.type === 'reconnect') {
        connected = true
        dials = 0
        lost = new AbortController()
        back.resolve()
        backoff.reset()
        log.info({ server }, 'NATS: connected again')
        options.onConnected?.(server)
      } else if (status.type === 'error') {
        if (isRefusal(status.error)) options.onRefused?.()
        log.warn({ reason: reasonOf(status.error) }, 'NATS: the server reported an error')
      }
    }
  }
  void watch().finally(lose)
  return {
    nc: connection,
    isConnected: () => connected && !connection.isClosed(),
    untilConnected: async (signal) => {
      while (!connected) await within(signal, back.promise)
      signal.throwIfAborted()
      return lost.signal
    },
  }
}

/** Proves the ownership of the user's key to a server, which sends the nonce. */
function authenticatorOf({ userJwt, userSeed }: NatsOptions): Authenticator {
  const key = signingKey(Buffer.from(userSeed))
  return (nonce = '') => ({
    jwt: typeof userJwt === 'function' ? userJwt() : userJwt,
    nkey: key.getPublicKey(),
    sig: Buffer.from(key.sign(Buffer.from(nonce))).toString('base64'),
  })
}

const serversOf = ({ servers }: Pick<NatsOptions, 'servers'>): readonly string[] =>
  typeof servers === 'function' ? servers() : servers

/** The order in which servers are dialed: random, so that clients spread over a cluster, with WebSockets at the end. */
function createOrder(options: Pick<NatsOptions, 'servers'>) {
  let listed: readonly string[] = []
  let ordered: string[] = []
  const refresh = (): boolean => {
    const current = serversOf(options)
    if (isDeepStrictEqual(current, listed)) return false
    listed = [...current]
    ordered = listed
      .map((server) => ({ server, rank: (isWebSocketUrl(server) ? 1 : 0) + Math.random() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ server }) => server)
    return true
  }
  refresh()
  return { servers: () => ordered, refresh }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof AuthorizationError ||
  error instanceof UserAuthenticationExpiredError ||
  (error instanceof UpgradeRefused && error.status === 403)

const reasonOf = (error: unknown): string =>
  error instanceof AuthorizationError
    ? `${error.message}: the credentials are unknown or revoked; if this persists, join again`
    : messageOf(error)

type DialOptions = TlsOptions & { host?: string; servername?: string; allowPartialTrustChain?: boolean }

function tlsOptions({ caPem, ...options }: NatsOptions): DialOptions | undefined {
  if (!serversOf(options).some((server) => server.startsWith('tls://'))) return undefined
  // The trusted certificate may be an intermediate of the user's own PKI.
  return caPem === undefined ? {} : { ca: caPem, allowPartialTrustChain: true }
}
