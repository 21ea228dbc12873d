import type { Event } from './api.ts'

/** A webhook request that is not the collector's, or not of now. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

export type WebhookRequest = {
  /** Secret of the webhook, `whsec_…`, or several while one replaces another. */
  secret: string | string[]
  /** Headers as Node or `fetch` have them. */
  headers: Headers | Record<string, string | string[] | undefined>
  /** Body as it arrived, before JSON was parsed. */
  body: string | Uint8Array
  /** Largest difference of the clocks. Default: 300. */
  toleranceSeconds?: number
}

/**
 * Verifies the signature of a webhook request (Standard Webhooks) and returns its event, else throws a `WebhookError`.
 * A repeated event has the same `id`.
 */
export async function verifyWebhook({ secret, headers, body, toleranceSeconds = 300 }: WebhookRequest): Promise<Event> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('The headers of Standard Webhooks are missing')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookError(`The request was signed at another time: ${timestamp}`)
  }
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), content)
  for (const each of [secret].flat()) {
    const secretBytes = bytesOf(each.replace(/^whsec_/, ''))
    if (!secretBytes?.length) throw new TypeError('secret must be whsec_ and base64')
    const key = await crypto.subtle.importKey('raw', secretBytes, hmac, false, ['verify'])
    for (const signature of signatures.split(' ')) {
      const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) {
        return JSON.parse(new TextDecoder().decode(content))
      }
    }
  }
  throw new WebhookError('The signature does not fit the secret')
}

const hmac = { name: 'HMAC', hash: 'SHA-256' }

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? undefined
}

/** Decodes base64; undefined for another text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length)
  whole.set(a)
  whole.set(b, a.length)
  return whole
}
