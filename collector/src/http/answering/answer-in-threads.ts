import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { formatOf } from '../answers/list-files.ts'
import type { HttpDeps, Middleware } from '../environment.ts'

/**
 * Has a thread answer an authenticated and counted read, if one runs. The main thread keeps what changes something, what
 * threads leave to it, and files, which are written while they are read.
 */
export function answerInThreads({ answering, system }: HttpDeps): Middleware {
  return async (c, next) => {
    const { method, url, headers } = c.req.raw
    const isRead = method === 'GET' || method === 'HEAD'
    if (!answering || !isRead || formatOf(c) !== undefined) return next()
    const answer = await answering.ask({
      method,
      url,
      headers: [...headers],
      requestId: c.get('requestId'),
      nowMs: system.clock.now().getTime(),
      caller: c.get('caller'),
      session: c.get('session'),
    })
    if (!answer) return next()
    for (const [name, value] of answer.headers) c.header(name, value)
    const { status, body } = answer
    return body.length > 0 ? c.body(body, status as ContentfulStatusCode) : c.body(null, status as StatusCode)
  }
}
