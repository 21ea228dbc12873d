import type { OpenAPIHono } from '@hono/zod-openapi'
import { changeListSchema, changeQuerySchema } from '@rollcall/shared/api/change.ts'
import { listChanges } from '../../change-log/list-changes.ts'
import { softwareIdsBelow } from '../../software/catalog/name-groups.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../openapi/route.ts'

const list = v1Route({
  method: 'get',
  path: '/api/v1/software/change-history',
  operationId: 'listChanges',
  tags: ['Changes'],
  summary: "List the site's change log",
  description:
    'Newest first, ties by id, the later one first. Software installed, upgraded and removed; hardware and network fields changed; products classified, and what people and apps have done to the other records of the site. A line about software, hardware or network compares a snapshot with the one before it of the same source: what another source tells differently is no change, and of software only the source counts whose list the device shows.',
  request: { query: changeQuerySchema },
  responses: { 200: json(changeListSchema, 'A page of changes') },
})

export function changeHistoryRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listChanges(c.get('ctx'), c.req.valid('query'), softwareIdsBelow), 200))
}
