import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type RequestOptions, request } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { messageOf, OperatorError } from '../errors.ts'
import { connectThroughProxy, explainProxy, foreignCertificate, notTls } from './proxy/connect-through-proxy.ts'
import { type ProxyFor, proxyName, withoutProxy } from './proxy/proxy-setting.ts'

export type HttpResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  timeoutMs?: number
  /** Default 64 MiB. */
  answerBytesMax?: number
  signal?: AbortSignal | undefined
}

export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>

/** Trust in a collector, and the way to it. */
export type Pinned = {
  caPem: string
  proxyFor?: ProxyFor | undefined
  sessions?: TlsSessions | undefined
  limits?: AnswerLimits | undefined
  /** Name that the certificate must have instead of the one in the URL. */
  serverName?: string | undefined
}

/** Bounds of one answer. The time is that of the whole request, because a server may send one byte now and then. */
export type AnswerLimits = { answerMsMax: number; answerBytesMax: number }

/**
 * TLS sessions of earlier connections, by `host:port`. A resumed connection sends no certificates. The store belongs to
 * one CA: who resumes a session is not verified again.
 */
export type TlsSessions = { get(address: string): Buffer | undefined; set(address: string, session: Buffer): void }

const defaultLimits: AnswerLimits = { answerMsMax: 10 * 60_000, answerBytesMax: 64 * 1024 * 1024 }

/** Creates a client of one collector over HTTPS that trusts only the given CA. Redirects are not followed. */
export function createClient({ url, limits = defaultLimits, ...pinned }: Pinned & { url: string }): HttpClient {
  const base = new URL(url)
  const { proxy, ...tls } = dialOptions(base, pinned)
  const { answerMsMax } = limits
  return ({ method, path, headers = {}, body, timeoutMs = 30_000, answerBytesMax = limits.answerBytesMax, signal }) =>
    new Promise((resolvePromise, rejectPromise) => {
      const deadline = setTimeout(
        () => fail(new Error(`no whole answer from ${base.host} within ${answerMsMax} ms`)),
        answerMsMax,
      )
      const resolve = (response: HttpResponse) => {
        clearTimeout(deadline)
        resolvePromise(response)
      }
      // Not by the event of the destroyed request: it may have none.
      const fail = (error: Error) => {
        clearTimeout(deadline)
        rejectPromise(explained(error, proxy))
        outgoing.destroy()
      }
      const options: RequestOptions = {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        ...tls,
        timeout: timeoutMs,
        ...(signal ? { signal } : {}),
      }
      const outgoing = request(new URL(path, base), options, (incoming) => {
        const parts: Buffer[] = []
        let size = 0
        incoming.on('data', (part: Buffer) => {
          size += part.length
          if (size > answerBytesMax)
            fail(new Error(`the answer of ${base.host} is larger than ${answerBytesMax} bytes`))
          else parts.push(part)
        })
        incoming.on('error', fail)
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
        )
      })
      outgoing.on('timeout', () => fail(new Error(`no answer from ${base.host} within ${timeoutMs} ms`)))
      outgoing.on('error', fail)
      outgoing.end(body)
    })
}

/** Adds what is wrong, or what to check, to an error of a connection. */
export function explained(error: Error & { code?: unknown }, proxy: URL | undefined): Error {
  const explain = (text: string) => new Error(text, { cause: error })
  const code = String(error.code)
  if (code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED')
    return explain(`${error.message}; the clock of this machine says ${new Date().toISOString()}: is it right?`)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return explain(`${error.message}; use one of these, or name this one in ROLLCALL_PUBLIC_HOSTS at the collector`)
  if (code.startsWith('HPE_')) return explain(`its answer is not HTTP (${error.message})`)
  if (proxy) return explainProxy(error, proxy)
  if (foreignCertificate.test(code))
    return explain(`its certificate is not signed by the CA of the collector (${error.message}); nothing was sent`)
  if (notTls.test(code)) return explain(`it does not speak TLS as a collector does (${code})`)
  return error
}

type DialOptions = ConnectionOptions & { agent?: Agent; proxy: URL | undefined; allowPartialTrustChain: boolean }

export function dialOptions(url: URL, { caPem, proxyFor = withoutProxy, sessions, serverName }: Pinned): DialOptions {
  const proxy = proxyFor(url)
  return {
    ca: caPem,
    // Said here, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment changes the default.
    rejectUnauthorized: true,
    // The pinned certificate may be an intermediate of the user's own PKI.
    allowPartialTrustChain: true,
    ...(serverName === undefined
      ? {}
      : {
          checkServerIdentity: (_: string, certificate: PeerCertificate) =>
            checkServerIdentity(serverName, certificate),
        }),
    proxy,
    ...(proxy || sessions ? { agent: new DialAgent(proxy, sessions) } : {}),
  }
}

/** Makes the TLS connections of `node:https`: through a proxy, and with the sessions of earlier ones. */
class DialAgent extends Agent {
  readonly #proxy: URL | undefined
  readonly #sessions: TlsSessions | undefined
  constructor(proxy: URL | undefined, sessions: TlsSessions | undefined) {
    super({ keepAlive: true })
    this.#proxy = proxy
    this.#sessions = sessions
  }

  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    this.#dial(options).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as unknown as Socket),
    )
    return undefined
  }

  async #dial(options: RequestOptions): Promise<TLSSocket> {
    const address = `${options.host}:${options.port}`
    const session = this.#sessions?.get(address)
    const resumed = session && (await this.#resume(options, session))
    const socket = resumed ?? (await this.#connect(options))
    socket.on('session', (next) => this.#sessions?.set(address, next))
    return socket
  }

  /**
   * Resumes a session; undefined if the server does not. Its keys come from the first connection and a new exchange by
   * X25519, so they are as safe as that first connection, and its large post-quantum shares need not be sent again. A
   * connection that is not resumed lacks them, so nothing is sent over it.
   */
  async #resume(options: RequestOptions, session: Buffer): Promise<TLSSocket | undefined> {
    const socket = await this.#connect(options, { session, ecdhCurve: 'X25519' })
    try {
      await once(socket, 'secureConnect', { signal: AbortSignal.timeout(handshakeMsMax) })
    } catch {
      // The full handshake shows what is wrong.
      socket.destroy()
      return undefined
    }
    if (socket.isSessionReused()) return socket
    socket.destroy()
    return undefined
  }

  async #connect(options: RequestOptions, resumed: ConnectionOptions = {}): Promise<TLSSocket> {
    const { host, port } = options
    const tunnel = this.#proxy && (await connectThroughProxy(this.#proxy, { host: host ?? '', port: Number(port) }))
    return connect({ ...options, ...resumed, ...(tunnel && { socket: tunnel }) } as ConnectionOptions)
  }
}

const handshakeMsMax = 15_000

/** Returns the base64 SHA-256 of a certificate's SubjectPublicKeyInfo (RFC 7469, section 2.4). */
export function spkiPin(certificatePem: string | Buffer): string {
  const spki = new X509Certificate(certificatePem).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('base64')
}

/**
 * Returns the PEM of the CA that the server at `url` presents, if its SPKI matches the pin. Nothing is sent before
 * that; later connections verify the whole chain against it.
 */
export async function fetchPinnedCa(url: string, pin: string, proxyFor: ProxyFor = withoutProxy): Promise<string> {
  const { hostname, port, protocol } = new URL(url)
  if (protocol !== 'https:') throw new OperatorError(`${url} is not an https address; the collector speaks HTTPS only`)
  const host = hostname.replace(/^\[|\]$/g, '')
  const proxy = proxyFor(new URL(url))
  const target = { host, port: Number(port || 443) }
  const chain = await peerChain(target, proxy).catch((error: Error) => {
    const address = `${host}:${target.port}`
    // Other errors, such as those of a proxy, say what to do themselves.
    const isOfNetwork = 'syscall' in error
    const remedy = isOfNetwork ? ': check the address and the port, and that no firewall is in between' : ''
    throw new OperatorError(`cannot reach the collector at ${address}: ${messageOf(explained(error, proxy))}${remedy}`)
  })
  for (const certificate of chain) {
    if (spkiPin(certificate) === pin) return new X509Certificate(certificate).toString()
  }
  const inBetween = proxy ? `, and that the proxy ${proxyName(proxy)} does not inspect its TLS` : ''
  throw new OperatorError(
    `the server at ${url} is not the collector that issued this join token (its certificate does not match the token); check the address${inBetween}, or create a new token`,
  )
}

async function peerChain(target: { host: string; port: number }, proxy: URL | undefined): Promise<Buffer[]> {
  const tunnel = proxy && (await connectThroughProxy(proxy, target))
  return new Promise((resolve, reject) => {
    const options = { ...target, ...(tunnel ? { socket: tunnel } : {}), rejectUnauthorized: false }
    const deadline = setTimeout(() => socket.destroy(new Error('no answer within 15 s')), handshakeMsMax)
    const socket: TLSSocket = connect(options, () => {
      const chain: Buffer[] = []
      let next: (PeerCertificate & { issuerCertificate?: PeerCertificate }) | undefined =
        socket.getPeerCertificate(true)
      // A root certificate names itself as its issuer.
      while (next?.raw && !chain.some((seen) => seen.equals(next?.raw ?? Buffer.alloc(0))) && chain.length < 10) {
        chain.push(next.raw)
        next = next.issuerCertificate
      }
      socket.end()
      resolve(chain)
    })
    socket.on('error', reject)
    socket.on('close', () => clearTimeout(deadline))
  })
}
