import { matchedRoutes } from 'hono/route'
import type { Metrics } from '../../lib/metrics.ts'
import type { HttpContext, Middleware } from '../environment.ts'

/** Counts and times each request. A call that a local route forwards counts once, as that route. */
export function measureRequest(metrics: Metrics): Middleware {
  return async (c, next) => {
    if (c.env?.isLocal) return next()
    const beganAt = performance.now()
    metrics.requestStarted()
    try {
      await next()
    } finally {
      const seconds = (performance.now() - beganAt) / 1000
      metrics.requestEnded({ method: c.req.method, route: routeOf(c), status: c.res.status, seconds })
    }
  }
}

/**
 * Returns the pattern of the first route that is no middleware, which has no method: also for a request that middleware
 * refused. `none` if the path has no such method.
 */
const routeOf = (c: HttpContext): string =>
  matchedRoutes(c).find(({ method, path }) => method !== 'ALL' || path === '/local/api/*')?.path ?? 'none'
