import type { Middleware } from '../environment.ts'

/**
 * Marks responses of the API as data: a browser must not interpret them as anything else, whatever text a device put
 * into them. A browser session keeps no copy (see `setSession`); other clients may keep one and revalidate it. The
 * headers are set before the response exists (see `requestId`), so a route can override them.
 */
export const asData: Middleware = (c, next) => {
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cache-Control', 'private, no-cache')
  return next()
}
