import type { MiddlewareHandler } from 'hono'
import type { Environment } from '../environment.ts'

/**
 * What the API answers is data of one caller: a browser takes it for nothing else, whatever a device has said in it,
 * and keeps none of what somebody saw who was signed in. Others may keep it, and ask whether it is still so.
 */
export const asData: MiddlewareHandler<Environment> = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!headers.has('X-Content-Type-Options')) c.header('X-Content-Type-Options', 'nosniff')
  if (!headers.has('Cache-Control')) c.header('Cache-Control', c.get('session') ? 'no-store' : 'private, no-cache')
}
