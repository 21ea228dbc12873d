import { newId } from '@rollcall/shared/ids.ts'
import type { MiddlewareHandler } from 'hono'
import type { Environment } from '../environment.ts'

/**
 * Gives each request an id, told in X-Request-Id and in problems, and found in the log. The header is there before the
 * answer: one that is added to an answer has it made anew, of streams, which is a third of the cost of a small call.
 */
export const requestId: MiddlewareHandler<Environment> = async (c, next) => {
  const id = c.env?.local?.requestId ?? newId()
  c.set('requestId', id)
  c.header('X-Request-Id', id)
  await next()
}
