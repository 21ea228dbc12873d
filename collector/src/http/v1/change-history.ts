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
    'Newest first, then by id, latest first. Lists installed, upgraded and removed software, changed hardware and network fields, classified products, and changes that people and apps made to other records of the site. An entry about software, hardware or network compares a snapshot with the previous one of the same source: a difference between two sources is not a change. For software, only the source whose list the device shows counts.',
  request: { query: changeQuerySchema },
  responses: { 200: json(changeListSchema, 'A page of changes') },
})

export function changeHistoryRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listChanges(c.get('ctx'), c.req.valid('query'), softwareIdsBelow), 200))
}
