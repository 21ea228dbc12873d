import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext } from 'hono'
import type { Environment } from '../environment.ts'

// The parts of a body as they come. Those that come over a socket are taken from it: to make a web stream of them would
// cost as much as all else of a request. One that is not wanted any more is left unread: to cancel it would cut the
// connection before the answer.

export function partsOf(c: HonoContext<Environment>): AsyncIterable<Uint8Array> {
  const { incoming } = c.env ?? {}
  return incoming ? incoming.iterator({ destroyOnReturn: false }) : read(c.req.raw.body)
}

/** The same at less cost, for who takes them as fast as they come; what `take` throws ends it. */
export async function eachPart(c: HonoContext<Environment>, take: (part: Uint8Array) => void): Promise<void> {
  const { incoming } = c.env ?? {}
  if (incoming) return takeFrom(incoming, take)
  for await (const part of read(c.req.raw.body)) take(part)
}

function takeFrom(incoming: IncomingMessage, take: (part: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(incoming.errored ?? new Error('the body broke off'))
    // Of one that is closed already no event comes.
    if (incoming.destroyed) return onClose()
    const onData = (part: Uint8Array) => {
      try {
        take(part)
      } catch (error) {
        incoming.off('data', onData).pause()
        reject(error)
      }
    }
    const onEnd = () => {
      incoming.off('close', onClose)
      resolve()
    }
    incoming.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}

async function* read(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
