import { maintenanceSchema } from '@rollcall/shared/api/maintenance.ts'
import { firstPasswordShown } from '../../access/users/first-password.ts'
import { problemResponse } from '../answers/problem.ts'
import type { App, HttpDeps, Middleware } from '../environment.ts'
import { bearerToken } from '../middleware/authorization.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { readJson } from '../middleware/read-json.ts'

/**
 * Adds the routes for commands on the collector's machine, which have the token of the data directory: maintenance
 * mode, the report that the first password was shown, and the whole API under /local/api. That path stays open while
 * /api is closed. Other callers get 404.
 */
export function localRoutes(app: App, deps: HttpDeps): void {
  const { maintenance, system } = deps
  app.use('/local/*', operatorOnly(deps))
  app.get('/local/maintenance', (c) => c.json({ on: maintenance.isOn() }))
  app.post('/local/maintenance', limitBody(anonymousBodyBytesMax), async (c) => {
    const { on } = await readJson(c, maintenanceSchema)
    await maintenance.set(on)
    system.log.warn({ on }, 'maintenance mode was set')
    return c.json({ on })
  })
  app.delete('/local/first-password', async (c) => {
    await firstPasswordShown(system)
    return c.body(null, 204)
  })
  app.all('/local/api/*', (c) => {
    const url = new URL(c.req.url)
    url.pathname = url.pathname.slice('/local'.length)
    return app.fetch(new Request(url, c.req.raw), { isLocal: true, requestId: c.get('requestId') })
  })
}

function operatorOnly(deps: HttpDeps): Middleware {
  return async (c, next) => {
    const token = bearerToken(c.req.header('Authorization'))
    if (token !== undefined && deps.isOperator(token)) {
      c.env?.authenticated?.('operator')
      return next()
    }
    return problemResponse(c, 'not_found', 'There is nothing at this path.')
  }
}
