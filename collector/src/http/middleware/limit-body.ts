import { DomainError } from '@rollcall/shared/errors.ts'
import { eachPart } from '../agent/body-parts.ts'
import type { Middleware } from '../environment.ts'

/** Limit for callers without a token: token requests and joins. */
export const anonymousBodyBytesMax = 64 * 1024
export const apiBodyBytesMax = 1024 * 1024

/**
 * Refuses a body that is too large. A body of unknown length is read into memory here, so this runs after
 * authentication.
 */
export function limitBody(bytesMax: number): Middleware {
  const tooLarge = () => new DomainError('payload_too_large', `The body exceeds ${bytesMax} bytes.`)
  return async (c, next) => {
    const length = c.req.header('Content-Length')
    const isChunked = c.req.header('Transfer-Encoding') !== undefined
    if (length !== undefined && !isChunked) {
      if (Number(length) > bytesMax) throw tooLarge()
      return next()
    }
    const hasBody = c.env?.incoming ? isChunked : c.req.raw.body !== null
    if (!hasBody) return next()
    const parts: Uint8Array[] = []
    let size = 0
    await eachPart(c, (part) => {
      size += part.length
      if (size > bytesMax) throw tooLarge()
      parts.push(part)
    })
    c.req.raw = new Request(c.req.raw, { body: Buffer.concat(parts) })
    return next()
  }
}
