import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'

export type Query = Record<string, string | number | boolean>
export type Input = {
  query?: Query
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as application/x-www-form-urlencoded. */
  form?: Record<string, string>
  /** Sent as it is. */
  text?: string
  /** Returns true once enough of a response that does not end has arrived. */
  until?: (text: string) => boolean
}
export type Reply<T = unknown> = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body where it is JSON; what is in it is for the caller to check. */
  body: T
}
export type Call = { method: string; path: string; reply: Reply }
export type Send = <T>(method: string, path: string, input?: Input) => Promise<Reply<T>>

/** HTTPS to one address, trusting one CA. Each call is told to `onReply`. */
export function createTransport(baseUrl: string, ca: string, onReply: (call: Call) => void): Send {
  return async <T>(method: string, path: string, input: Input = {}) => {
    const whole = input.query ? `${path}?${new URLSearchParams(textOf(input.query))}` : path
    const reply = await exchange<T>(new URL(whole, baseUrl), method, ca, input)
    onReply({ method, path: whole, reply })
    return reply
  }
}

const textOf = (query: Query) => Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

function exchange<T>(url: URL, method: string, ca: string, input: Input): Promise<Reply<T>> {
  const { type, body } = encode(input)
  const headers = {
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...input.headers,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, ca }, (incoming) => {
      const parts: Buffer[] = []
      const answer = () => {
        const text = Buffer.concat(parts).toString('utf8')
        const isJson = /[/+]json\b/.test(incoming.headers['content-type'] ?? '')
        const parsed = (isJson ? JSON.parse(text) : undefined) as T
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: parsed })
      }
      incoming.on('data', (part: Buffer) => {
        parts.push(part)
        if (!input.until?.(Buffer.concat(parts).toString('utf8'))) return
        answer()
        incoming.destroy()
      })
      incoming.on('error', reject)
      incoming.on('end', answer)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function encode({ json, form, text }: Input): { type?: string; body?: string } {
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) }
  if (form !== undefined) {
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() }
  }
  return text === undefined ? {} : { body: text }
}
