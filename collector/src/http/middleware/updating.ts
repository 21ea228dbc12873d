import type { MiddlewareHandler } from 'hono'
import type { Environment, Phase } from '../environment.ts'

/** While the service is updated every /api call gets this very answer; clients wait for 30 seconds on its status. */
export function whileUpdating(phase: () => Phase): MiddlewareHandler<Environment> {
  return async (c, next) => {
    if (phase() === 'ready') return next()
    return c.json(
      { status: 'upgrade_in_progress', message: 'The service is being updated; try again in 30 seconds.' },
      503,
      { 'Retry-After': '30' },
    )
  }
}
