import type { HttpContext, HttpDeps } from '../environment.ts'
import { bearerToken } from '../middleware/authorization.ts'
import { stillSignedIn } from '../middleware/session.ts'
import type { StreamSource } from './streams.ts'

/** Responds with a stream of server-sent events that ends with the caller's token or session. */
export function eventStream(
  c: HttpContext,
  { authenticate, streams, system }: HttpDeps,
  source: Pick<StreamSource, 'next' | 'pollMs'>,
) {
  const { actor, siteId } = c.get('ctx')
  const token = bearerToken(c.req.header('Authorization')) ?? ''
  const readable = streams.open({
    ...source,
    siteId,
    callerId: actor.id,
    async isPermitted() {
      const now = c.get('session') ? (await stillSignedIn(c, system))?.actor : await authenticate(token)
      return now?.siteIds.includes(siteId) === true
    },
  })
  return c.body(readable, 200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // Tells nginx and compatible proxies to forward each event at once.
    'X-Accel-Buffering': 'no',
    // Lets the collector shut down without waiting for connections.
    Connection: 'close',
  })
}
