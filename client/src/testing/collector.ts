import { createClient } from '../client.ts'

export type Sent = { method: string; path: string; headers: Headers; body: string | undefined }
type Reply = Response | Error | ((sent: Sent, signal: AbortSignal) => Response | Promise<Response>)

export const json = (body: unknown, init: ResponseInit = {}): Response =>
  Response.json(body, { ...init, headers: { 'Content-Type': 'application/json', ...init.headers } })
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ title: code, status, code, detail: `It is ${code}.`, requestId: 'r-1' }, { status, headers })

/** For tests: reads everything that is yielded. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = []
  for await (const item of items) read.push(item)
  return read
}

/** For tests: a client whose `fetch` gives these replies in order, and tokens `t1`, `t2` and so on. */
export function fakeCollector(...replies: Reply[]) {
  const sent: Sent[] = []
  const tokens: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input))
    if (url.pathname === '/api/oauth/token') {
      tokens.push(`t${tokens.length + 1}`)
      return json({ access_token: tokens.at(-1), token_type: 'Bearer', expires_in: 3600 })
    }
    const call = {
      method: init.method ?? '',
      path: url.pathname + url.search,
      headers: new Headers(init.headers),
      body: init.body as string | undefined,
    }
    sent.push(call)
    const reply = replies.shift()
    if (reply === undefined) throw new Error(`no reply is left for ${call.method} ${call.path}`)
    if (reply instanceof Error) throw reply
    return typeof reply === 'function' ? reply(call, init.signal as AbortSignal) : reply
  }
  const client = createClient({ url: 'https://collector.example', clientId: 'id', clientSecret: 'secret', fetch })
  return { client, sent, tokens }
}
