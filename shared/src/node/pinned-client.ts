import { createHash, X509Certificate } from 'node:crypto'
import { type RequestOptions, request } from 'node:https'
import { connect, type PeerCertificate } from 'node:tls'
import { messageOf, OperatorError } from '../errors.ts'

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
  signal?: AbortSignal | undefined
}

export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>

const responseBytesMax = 64 * 1024 * 1024

/** Creates a client of one collector over HTTPS that trusts only the given CA. Redirects are not followed. */
export function createClient({ url, caPem }: { url: string; caPem: string }): HttpClient {
  const base = new URL(url)
  return ({ method, path, headers = {}, body, timeoutMs = 30_000, signal }) =>
    new Promise((resolve, reject) => {
      const options: RequestOptions & { allowPartialTrustChain: boolean } = {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        ca: caPem,
        // The pinned certificate may be an intermediate of the user's own PKI.
        allowPartialTrustChain: true,
        timeout: timeoutMs,
        ...(signal ? { signal } : {}),
      }
      const outgoing = request(new URL(path, base), options, (incoming) => {
        const parts: Buffer[] = []
        let size = 0
        incoming.on('data', (part: Buffer) => {
          size += part.length
          if (size > responseBytesMax) incoming.destroy(new Error('the answer is larger than 64 MiB'))
          else parts.push(part)
        })
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
        )
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer from ${base.host} within ${timeoutMs} ms`)))
      outgoing.on('error', reject)
      outgoing.end(body)
    })
}

/** Returns the base64 SHA-256 of a certificate's SubjectPublicKeyInfo (RFC 7469, section 2.4). */
export function spkiPin(certificatePem: string | Buffer): string {
  const spki = new X509Certificate(certificatePem).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('base64')
}

/**
 * Returns the PEM of the CA that the server at `url` presents, if its SPKI matches the pin. Nothing is sent before
 * that; later connections verify the whole chain against it.
 */
export async function fetchPinnedCa(url: string, pin: string): Promise<string> {
  const { hostname, port, protocol } = new URL(url)
  if (protocol !== 'https:') throw new OperatorError(`${url} is not an https address; the collector speaks HTTPS only`)
  const host = hostname.replace(/^\[|\]$/g, '')
  const chain = await peerChain(host, Number(port || 443))
  for (const certificate of chain) {
    if (spkiPin(certificate) === pin) return new X509Certificate(certificate).toString()
  }
  throw new OperatorError(
    `the server at ${url} is not the collector that issued this join token (its certificate does not match the token); check the address, or create a new token`,
  )
}

function peerChain(host: string, port: number): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false, timeout: 15_000 }, () => {
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
    socket.on('timeout', () => socket.destroy(new Error('no answer within 15 s')))
    socket.on('error', (error) =>
      reject(new OperatorError(`cannot reach the collector at ${host}:${port}: ${messageOf(error)}`)),
    )
  })
}
