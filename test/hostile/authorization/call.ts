import { request } from 'node:https'
import type { ApiClient } from '../../harness/api-client.ts'

/** Longer than any answer takes on a busy machine. */
const answerTimeoutMs = 60_000

/** Calls a collector as `ApiClient` does. The body of an event stream, which does not end, is left out. */
export function callOnce({ url, caPem }: { url: string; caPem: string }): ApiClient['call'] {
  return (method, path, { headers = {}, body, token = null } = {}) =>
    new Promise((resolve, reject) => {
      const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
      const sent = isRaw ? body : JSON.stringify(body)
      const outgoing = request(new URL(path, url), {
        method,
        ca: caPem,
        headers: {
          ...(sent === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(sent)}` }),
          ...(isRaw ? {} : { 'Content-Type': 'application/json' }),
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...headers,
        },
      })
      outgoing.setTimeout(answerTimeoutMs, () => outgoing.destroy(new Error(`${method} ${path} is not answered`)))
      outgoing.on('error', reject)
      outgoing.on('response', (incoming) => {
        const parts: Buffer[] = []
        const end = () => {
          const bytes = Buffer.concat(parts)
          const parse = () => JSON.parse(bytes.toString('utf8')) as unknown
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: bytes, json: parse })
        }
        if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
          incoming.destroy()
          end()
          return
        }
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.on('error', reject)
        incoming.on('end', end)
      })
      outgoing.end(sent)
    })
}
