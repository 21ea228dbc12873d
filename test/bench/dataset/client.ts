import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'

export type BenchRequest = {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Cuts the connection at the first byte of the body: the next request opens another one. */
  isUntilFirstByte?: boolean
}

export type Sample = { ms: number; status: number; bytes: number }

export type Client = {
  /** One call over a connection that stays open; its answer is read to the end and dropped. */
  send(call: BenchRequest): Promise<Sample>
  /** The body of an answer that must be 200. */
  json(path: string): Promise<unknown>
  /** The reason why a request is refused; undefined if it is answered. */
  refusal(call: BenchRequest): Promise<string | undefined>
  close(): void
}

/** A client with `connections` keep-alive connections to an https or http server. */
export function createBenchClient(
  { url, caPem, token }: { url: string; caPem: string; token: string },
  connections: number,
): Client {
  const options = { keepAlive: true, maxSockets: connections }
  const isPlain = url.startsWith('http:')
  const agent = isPlain ? new http.Agent(options) : new https.Agent({ ...options, ca: caPem })
  const { request } = isPlain ? http : https
  const open = async ({ method = 'GET', path, body, headers = {} }: BenchRequest) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const outgoing = request(new URL(path, url), {
      agent,
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(sent === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(sent)}` }),
        ...headers,
      },
    })
    outgoing.end(sent)
    const [incoming] = await once(outgoing, 'response')
    return incoming
  }
  const read = async (call: BenchRequest) => {
    const incoming = await open(call)
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    return { status: incoming.statusCode, text: Buffer.concat(parts).toString('utf8') }
  }
  return {
    async send(call) {
      const startedAt = performance.now()
      const incoming = await open(call)
      let bytes = 0
      if (call.isUntilFirstByte) {
        await once(incoming, 'data')
        const ms = performance.now() - startedAt
        incoming.destroy()
        return { ms, status: incoming.statusCode, bytes }
      }
      incoming.on('data', (part: Buffer) => {
        bytes += part.length
      })
      await once(incoming, 'end')
      return { ms: performance.now() - startedAt, status: incoming.statusCode, bytes }
    },
    async json(path) {
      const { status, text } = await read({ path })
      if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`)
      return JSON.parse(text)
    },
    async refusal(call) {
      if (call.isUntilFirstByte) return undefined
      const { status, text } = await read(call)
      return status < 300 ? undefined : text
    },
    close: () => agent.destroy(),
  }
}
