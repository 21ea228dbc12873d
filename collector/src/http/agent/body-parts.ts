import type { IncomingMessage } from 'node:http'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { HttpContext } from '../environment.ts'

// Yields the parts of a body as they arrive. A body from a socket is read from the socket itself: a web stream would
// cost as much as the rest of the request.

/** Uploads above this size must arrive at a minimum speed, so that they free their memory soon. */
const smallBytes = 256 * 1024
const bytesPerSecondMin = 16 * 1024
const checkMs = 10_000

/**
 * Passes each part of a body to `take`. When `take` throws, the rest of the body is read and dropped: a connection that
 * is closed while the caller still sends can lose the response.
 */
export async function eachPart(c: HttpContext, take: (part: Uint8Array) => void): Promise<void> {
  const { incoming } = c.env ?? {}
  if (incoming) return takeFrom(incoming, take)
  for await (const part of read(c.req.raw.body)) take(part)
}

function takeFrom(incoming: IncomingMessage, take: (part: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let [size, sizeBefore] = [0, 0]
    const brokenOff = () => incoming.errored ?? new Error('the body ended early')
    // A socket that is already closed emits no further event.
    if (incoming.destroyed) return reject(brokenOff())
    const onClose = () => end(() => reject(brokenOff()))
    const onData = (part: Uint8Array) => {
      size += part.length
      try {
        take(part)
      } catch (error) {
        refuse(error)
      }
    }
    const onEnd = () => end(resolve)
    const refuse = (error: unknown) => {
      end(() => reject(error))
      incoming.resume()
    }
    const end = (answer: () => void) => {
      clearInterval(check)
      incoming.off('data', onData).off('end', onEnd).off('close', onClose)
      answer()
    }
    const check = setInterval(() => {
      const isSlow = size > smallBytes && size - sizeBefore < (bytesPerSecondMin * checkMs) / 1000
      sizeBefore = size
      if (isSlow) refuse(tooSlow())
    }, checkMs).unref()
    incoming.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}

const tooSlow = () =>
  new DomainError(
    'request_timeout',
    `Less than ${bytesPerSecondMin / 1024} KiB of the body arrived per second. Send it again over a faster connection.`,
  )

async function* read(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
