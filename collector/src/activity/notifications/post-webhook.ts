import { createHmac } from 'node:crypto'
import * as http from 'node:http'
import * as https from 'node:https'
import type { OutboundAgents } from '@rollcall/shared/node/outbound/http-agents.ts'

type Post = {
  agents: OutboundAgents
  headers: Record<string, string>
  body: string
  signal: AbortSignal
  /** Beside those that the machine trusts. */
  ca?: string[]
}

/**
 * Sends a POST and returns the status of the answer. It follows no redirect and reads nothing of the answer's body.
 */
export function post(url: URL, { agents, headers, body, signal, ca }: Post): Promise<number> {
  const [{ request }, agent] = url.protocol === 'https:' ? [https, agents.https] : [http, agents.http]
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        agent,
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
    outgoing.on('close', () => reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' })))
    outgoing.end(body)
  })
}

/**
 * The headers of Standard Webhooks 1.0.0. `secret` is `whsec_` and base64; the receiver knows a repeated delivery by
 * its id, and refuses one whose time is too far from its own.
 */
export function signedHeaders(secret: string, message: { id: string; at: Date; body: string }): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
