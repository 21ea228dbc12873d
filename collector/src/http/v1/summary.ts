import { siteSummarySchema, summaryQuerySchema } from '@rollcall/shared/api/summary.ts'
import { summariseSite } from '../../operations/summary/site-summary.ts'
import { answerList } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, routesOf } from '../openapi/route.ts'

const get = routesOf('Summary').get('/api/v1/summary', {
  operationId: 'getSummary',
  summary: 'Get a summary of the site',
  description:
    'Counts for a dashboard: devices, recent changes, and the scans and Audit Services that need attention. Archived devices do not count. Compliance and reviews have summaries of their own, and alerts a list.',
  request: { query: summaryQuerySchema },
  responses: { 200: json(siteSummarySchema, 'The current counts') },
})

export function summaryRoutes(app: App): void {
  app.openapi(get, answerList(summariseSite))
}
