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
  summary: 'Get the site at a glance',
  description:
    'What is there, what changed lately, and which scans and Audit Services need a hand: for a dashboard. Archived devices do not count. Compliance, what a person should settle, and alerts have summaries of their own.',
  request: { query: summaryQuerySchema },
  responses: { 200: json(siteSummarySchema, 'The counts as they are now') },
})

export function summaryRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(get, async (c) => c.json(await summariseSite(c.get('ctx'), c.req.valid('query')), 200))
}
