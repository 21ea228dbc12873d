import { createHmac } from 'node:crypto'

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
