import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { messageOf } from '../../errors.ts'
import { proxyName } from './proxy-setting.ts'

/** A call failed at the proxy or behind it. The message names the proxy, without its password, and what to do. */
class ProxyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProxyError'
  }
}

const answerMsMax = 15_000

/**
 * Opens a connection to a host through an HTTP proxy (CONNECT, RFC 9110 section 9.3.6). The proxy passes bytes on
 * unread: TLS goes from end to end.
 */
export function connectThroughProxy(
  proxy: URL,
  { host, port }: { host: string; port: number },
  timeoutMs = answerMsMax,
): Promise<Socket> {
  const name = proxyName(proxy)
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const fail = (text: string) => reject(new ProxyError(`the proxy ${name} ${text}`))
  const asking = request({
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: Number(proxy.port || 80),
    method: 'CONNECT',
    path: target,
    headers: { Host: target, ...authorization(proxy) },
    agent: false,
    timeout: timeoutMs,
  })
  asking.on('connect', (answer, socket, head) => {
    const refusal = refusalOf(answer, head, { target, hasUser: proxy.username !== '' })
    if (refusal !== undefined) {
      socket.destroy()
      return fail(refusal)
    }
    socket.setTimeout(0)
    resolve(socket as Socket)
  })
  asking.on('timeout', () => {
    fail(`does not answer within ${Math.round(timeoutMs / 1000)} s: check its address, and that it may reach ${target}`)
    asking.destroy()
  })
  asking.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('HPE_')) fail('does not answer as an HTTP proxy: check its address and port')
    else if (error.code === 'ECONNRESET') fail(`closed the connection to ${target} without an answer: allow it there`)
    else fail(`cannot be reached (${messageOf(error)}): check its address, or set ROLLCALL_PROXY`)
  })
  asking.end()
  return promise
}

function authorization({ username, password }: URL): { 'Proxy-Authorization'?: string } {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

function refusalOf(
  { statusCode = 0 }: IncomingMessage,
  head: Buffer,
  { target, hasUser }: { target: string; hasUser: boolean },
): string | undefined {
  // 407 by the standard; tinyproxy answers 401 to a wrong password.
  if (statusCode === 407 || statusCode === 401) {
    return hasUser
      ? `refuses this user name and password (${statusCode}): correct them in its address`
      : `requires a user name and a password (${statusCode}): write its address as http://user:password@host:port`
  }
  if (statusCode >= 500) return `cannot reach ${target} (${statusCode}): check the collector's address`
  if (statusCode < 200 || statusCode >= 300) return `refuses connections to ${target} (${statusCode}): allow them there`
  // A TLS server waits for its client: this is a page of the proxy.
  if (head.length > 0) return `answers with a page of its own, not with a connection to ${target}: allow it there`
  return undefined
}

/** Codes of a TLS connection that something other than a TLS server answered. */
export const notTls = /^(EPROTO|ERR_SSL_)/
/** Codes of a certificate that another CA signed. */
export const foreignCertificate =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_SIGNATURE_FAILURE)$/

/** Adds the proxy to an error of a TLS connection that went through it. */
export function explainProxy(error: Error & { code?: unknown }, proxy: URL | undefined): Error {
  if (proxy === undefined || error instanceof ProxyError) return error
  const code = String(error.code ?? '')
  const name = proxyName(proxy)
  if (foreignCertificate.test(code)) {
    return new ProxyError(
      `the certificate behind the proxy ${name} is not of the collector's CA (${code}): if the proxy inspects TLS, exempt the collector there`,
      { cause: error },
    )
  }
  const what = notTls.test(code) ? 'passes on something other than TLS' : 'lost the connection'
  return new ProxyError(`the proxy ${name} ${what} (${messageOf(error)}): check what it allows`, { cause: error })
}
