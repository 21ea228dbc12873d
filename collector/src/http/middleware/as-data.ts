import type { MiddlewareHandler } from 'hono'
import type { Environment } from '../environment.ts'

/**
 * What the API answers is data of one caller: a browser takes it for nothing else, whatever a device has said in it,
 * and keeps none of what somebody saw who was signed in (see `noteSession`). Others may keep it, and ask whether it is
 * still so. Said before there is an answer (see `requestId`), so a route may say otherwise.
 */
export const asData: MiddlewareHandler<Environment> = (c, next) => {
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cache-Control', 'private, no-cache')
  return next()
}
