import type { MiddlewareHandler } from 'hono'
import type { Environment, Phase } from '../environment.ts'

/**
 * While the service is updated or under maintenance every /api call gets this very answer; clients wait for 30 seconds
 * on its status. Only what an operator asks on this machine goes on during maintenance (see `localRoutes`).
 */
export function whileClosed(phase: () => Phase): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const now = phase()
    if (now === 'ready' || (now === 'maintenance' && c.env?.local)) return next()
    return c.json(
      { status: 'upgrade_in_progress', message: 'The service is being updated; try again in 30 seconds.' },
      503,
      { 'Retry-After': '30' },
    )
  }
}
