import type { Middleware, Phase } from '../environment.ts'

/**
 * Responds to every /api call with 503 while the service is being updated or under maintenance; clients wait for 30
 * seconds. Commands on this machine continue during maintenance (see `localRoutes`).
 */
export function whileClosed(phase: () => Phase): Middleware {
  return async (c, next) => {
    const now = phase()
    if (now === 'ready' || (now === 'maintenance' && c.env?.isLocal)) return next()
    return c.json(
      { status: 'upgrade_in_progress', message: 'The service is being updated; try again in 30 seconds.' },
      503,
      { 'Retry-After': '30' },
    )
  }
}
