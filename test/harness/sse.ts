import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'

export type SseEvent = { id: string; event: string; data: unknown }

/** The events of a stream as they come (HTML Living Standard, section 9.2.6); comments are passed over. */
export async function* parseSse(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      const data = fields.get('data')
      if (data === undefined) continue
      yield { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) as unknown }
    }
  }
}

/** The next events of a stream, which stays open; fails when it ends before. */
export async function take(events: AsyncGenerator<SseEvent>, count: number): Promise<SseEvent[]> {
  const taken: SseEvent[] = []
  while (taken.length < count) {
    const { value, done } = await events.next()
    if (done) throw new Error(`the stream ended after ${taken.length} of ${count} events`)
    taken.push(value)
  }
  return taken
}

/** All events until the stream ends. */
export async function toEnd(events: AsyncIterable<SseEvent>): Promise<SseEvent[]> {
  const all: SseEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

export type SseConnection = {
  status: number
  headers: IncomingMessage['headers']
  events: AsyncGenerator<SseEvent>
  close(): void
}

/** Listens to a collector. */
export async function openSse(
  url: string,
  { ca, token, headers = {} }: { ca: string; token: string; headers?: Record<string, string> },
): Promise<SseConnection> {
  const outgoing = request(url, { ca, headers: { Authorization: `Bearer ${token}`, ...headers } })
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    events: parseSse(incoming),
    close: () => outgoing.destroy(),
  }
}
