import { newId } from '@rollcall/shared/ids.ts'
import type { MiddlewareHandler } from 'hono'
import type { Environment } from '../environment.ts'

/** Gives each request an id, told in X-Request-Id and in problems, and found in the log. */
export const requestId: MiddlewareHandler<Environment> = async (c, next) => {
  c.set('requestId', c.env?.local?.requestId ?? newId())
  await next()
  c.header('X-Request-Id', c.get('requestId'))
}
