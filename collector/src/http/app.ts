import { bodyBudgetLimits, createBodyBudget } from './agent/body-budget.ts'
import { errorMapper } from './answers/problem.ts'
import { auditDataRoutes } from './audit-data/audit-data.ts'
import { tokenRoutes } from './auth/oauth-token.ts'
import { signInRoutes } from './auth/sign-in.ts'
import type { App, HttpDeps, Phase, StartPhase } from './environment.ts'
import { localRoutes } from './local/local.ts'
import { asData } from './middleware/as-data.ts'
import { authenticate } from './middleware/authenticate.ts'
import { whileClosed } from './middleware/closed.ts'
import { countCall } from './middleware/count-call.ts'
import { measureRequest } from './middleware/measure-request.ts'
import { notFound } from './middleware/not-found.ts'
import { requestId } from './middleware/request-id.ts'
import { describe } from './openapi/describe.ts'
import { newApp } from './openapi/new-app.ts'
import { partRoutes } from './part-routes.ts'
import { v1Routes } from './v1/v1-routes.ts'
import { webInterface } from './web/web.ts'

/** Creates the whole HTTP interface. `startPhase` is called for each request. */
export function createApp(deps: HttpDeps, startPhase: () => StartPhase): App {
  const phase = (): Phase => (startPhase() === 'ready' && deps.maintenance.isOn() ? 'maintenance' : startPhase())
  const app = newApp()
  app.use(requestId, measureRequest(deps.system.metrics))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (phase() !== 'ready') return c.json({ status: phase() }, 503)
    const parts = await deps.readiness()
    const isReady = Object.values(parts).every((part) => part === 'ok')
    return c.json({ status: isReady ? 'ready' : 'not_ready', ...parts }, isReady ? 200 : 503)
  })
  localRoutes(app, deps)
  for (const path of ['/api/*', '/identity-server/*', '/audit-data/*']) app.use(path, asData, whileClosed(phase))

  tokenRoutes(app, deps)
  const bodyBudget = createBodyBudget(bodyBudgetLimits)
  partRoutes(app, deps, bodyBudget)

  signInRoutes(app, deps)
  for (const path of ['/api/*', '/audit-data/*']) app.use(path, countCall(deps))
  app.use('/api/v1/*', authenticate(deps), async (c, next) => {
    const part = { caller: c.get('caller'), session: c.get('session') }
    c.set('fetchPart', async (request) => app.fetch(request, { ...c.env, part }))
    return next()
  })
  v1Routes(app, deps, bodyBudget)

  for (const path of ['/api/audit-data/*', '/audit-data/*']) app.use(path, authenticate(deps))
  auditDataRoutes(app)

  describe(app)
  webInterface(app)
  app.notFound(notFound(app))
  app.onError(errorMapper(deps.system.log))
  return app
}
