import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { OutboundAgents } from '@rollcall/shared/node/outbound/http-agents.ts'

type Post = {
  agents: OutboundAgents
  headers: Record<string, string>
  body: string
  signal: AbortSignal
  /** CAs in addition to the system's. */
  ca?: string[]
}

/** Sends a POST and returns the status of the answer. Follows no redirect and reads no body. */
export function post(url: URL, { agents, headers, body, signal, ca }: Post): Promise<number> {
  const [request, agent] = url.protocol === 'https:' ? [requestHttps, agents.https] : [requestHttp, agents.http]
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
    // After an abort, reject with its reason instead of the abort error.
    outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : error))
    // Node emits no error for 101 Switching Protocols, and nothing else would end the wait.
    outgoing.on('close', () => reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' })))
    outgoing.end(body)
  })
}

/**
 * Builds the headers of Standard Webhooks 1.0.0. `secret` is `whsec_` and base64. The receiver detects a repeated
 * delivery by its id, and refuses one whose time differs too much from its own.
 */
export function signedHeaders(secret: string, message: { id: string; at: Date; body: string }): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
