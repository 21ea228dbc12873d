import type { OpenAPIHono } from '@hono/zod-openapi'
import { alertListSchema } from '@rollcall/shared/api/alert.ts'
import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { listAlerts } from '../../alerts/read.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../route.ts'

const list = v1Route({
  method: 'get',
  path: '/api/v1/alerts',
  operationId: 'listAlerts',
  tags: ['Notifications'],
  summary: 'List what needs attention now',
  description:
    'Errors first, then the newest, ties by id. An alert stands until its cause is gone: of an expired App registration until that is deleted or has a later expiration date. One that expires within 30 days is a warning, as is Snapshot storage that takes no copies. A full disk and a database that takes no changes are errors while they last.',
  request: { query: pageQuerySchema },
  responses: { 200: json(alertListSchema, 'A page of alerts') },
})

export function alertRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listAlerts(c.get('ctx'), c.req.valid('query')), 200))
}
