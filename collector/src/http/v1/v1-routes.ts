import type { BodyBudget } from '../agent/body-budget.ts'
import { answerInThreads } from '../answering/answer-in-threads.ts'
import type { App, HttpDeps } from '../environment.ts'
import { administrationRoutes } from './administration-routes.ts'
import { inventoryRoutes } from './inventory-routes.ts'
import { scanningRoutes } from './scanning-routes.ts'

/** Adds all routes under `/api/v1`. The caller is already authenticated. */
export function v1Routes(app: App, deps: HttpDeps, bodyBudget: BodyBudget): void {
  app.use('/api/v1/*', answerInThreads(deps))
  inventoryRoutes(app, deps, bodyBudget)
  scanningRoutes(app, deps)
  administrationRoutes(app, deps)
}
