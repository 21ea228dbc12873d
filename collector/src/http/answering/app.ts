import { OpenAPIHono, z } from '@hono/zod-openapi'
import { inPlainWords } from '../../ingest/reading/schema-errors-in-words.ts'
import { rejectInvalid } from '../../ingest/reading/validation.ts'
import { bodyBudgetLimits, createBodyBudget } from '../agent/body-budget.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { countCall } from '../middleware/count-call.ts'
import { notFound } from '../middleware/not-found.ts'
import { requestId } from '../middleware/request-id.ts'
import { v1Routes } from '../v1/v1-routes.ts'

/** Creates the routes of `/api/v1` for calls that the main thread has admitted. The caller adds the mapping of errors. */
export function createAnsweringApp(deps: HttpDeps): OpenAPIHono<Environment> {
  z.config({ customError: inPlainWords })
  const app = new OpenAPIHono<Environment>({ defaultHook: rejectInvalid })
  app.use(requestId)
  app.use('/api/v1/*', countCall(deps), authenticate(deps))
  v1Routes(app, deps, createBodyBudget(bodyBudgetLimits))
  app.notFound(notFound(app))
  return app
}
