import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'

type Post = {
  addresses: readonly { address: string; family: number }[]
  headers: Record<string, string>
  body: string
  signal: AbortSignal
  /** Beside those that the machine trusts. */
  ca?: string[]
}

/**
 * The status that a POST is answered with, sent to one of the given addresses whatever the name resolves to. Redirects
 * are not followed, and nothing of the answer's body is read.
 */
export function post(url: URL, { addresses, headers, body, signal, ca }: Post): Promise<number> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        lookup: lookupAmong(addresses),
        agent: false,
        signal,
        ...(ca ? { ca } : {}),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.destroy()
      },
    )
    // Of an end by the signal, its reason rather than that there was one.
    outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : error))
    // Without an error too: 101 Switching Protocols is no response to Node, and nothing else would ever end the wait.
    outgoing.on('close', () => reject(new Error('the connection was closed without an answer')))
    outgoing.end(body)
  })
}

function lookupAmong(addresses: Post['addresses']): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (!first) return callback(Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' }), [])
    return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family)
  }
}
