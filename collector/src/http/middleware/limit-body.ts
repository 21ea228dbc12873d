import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Environment } from '../environment.ts'
import { problemResponse } from '../problem.ts'

/** Of what callers without a token send: token requests and joins. */
export const anonymousBodyBytesMax = 64 * 1024
export const apiBodyBytesMax = 1024 * 1024

/**
 * Refuses a larger body. One of unknown length is read into memory here, so it comes after whatever finds out who
 * sends it.
 */
export function limitBody(bytesMax: number): MiddlewareHandler<Environment> {
  return bodyLimit({
    maxSize: bytesMax,
    onError: (c) => problemResponse(c, 'payload_too_large', `The body is over ${bytesMax} bytes.`),
  })
}
