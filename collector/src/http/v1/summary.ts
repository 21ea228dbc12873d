import type { OpenAPIHono } from '@hono/zod-openapi'
import { siteSummarySchema, summaryQuerySchema } from '@rollcall/shared/api/summary.ts'
import { summariseSite } from '../../operations/summary/site-summary.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../openapi/route.ts'

const get = v1Route({
  method: 'get',
  path: '/api/v1/summary',
  operationId: 'getSummary',
  tags: ['Summary'],
  summary: 'Get a summary of the site',
  description:
    'Counts for a dashboard: devices, recent changes, and the scans and Audit Services that need attention. Archived devices do not count. Compliance and reviews have summaries of their own, and alerts a list.',
  request: { query: summaryQuerySchema },
  responses: { 200: json(siteSummarySchema, 'The current counts') },
})

export function summaryRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(get, async (c) => c.json(await summariseSite(c.get('ctx'), c.req.valid('query')), 200))
}
