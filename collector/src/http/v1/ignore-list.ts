import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import {
  createIgnoreEntrySchema,
  ignoreEntriesMax,
  ignoreEntrySchema,
  ignoreListSchema,
  ignoreQuerySchema,
} from '@rollcall/shared/api/ignore-list.ts'
import { createIgnoreEntry } from '../../scanning/ignore-list/create-entry.ts'
import { deleteIgnoreEntry } from '../../scanning/ignore-list/delete-entry.ts'
import { getIgnoreEntry, listIgnoreEntries } from '../../scanning/ignore-list/list-entries.ts'
import { preconditionOf, show, showCreated } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, problems, v1Route } from '../openapi/route.ts'

const tags = ['Ignore List']

const list = v1Route({
  method: 'get',
  path: '/api/v1/ignore-list',
  operationId: 'listIgnoreEntries',
  tags,
  summary: 'List the Ignore List',
  description: 'Sorted by kind, then pattern, then id.',
  request: { query: ignoreQuerySchema },
  responses: { 200: json(ignoreListSchema, 'A page of entries') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/ignore-list/{id}',
  operationId: 'getIgnoreEntry',
  tags,
  summary: 'Get an entry of the Ignore List',
  request: { params: idParamsSchema },
  responses: { 200: json(ignoreEntrySchema, 'The entry'), ...notModified },
})

const create = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/ignore-list',
  operationId: 'createIgnoreEntry',
  tags,
  summary: 'Add a pattern to the Ignore List',
  description: `\`*\` stands for any text, \`?\` for one character. Case is ignored. \`mac\` and \`uuid\` accept any notation. A serial number may be preceded by its manufacturer (\`dell/abc123\`). \`ip\` is compared with the main address of a device and with the address at which it was reached. \`name\` is compared with its name, host name and DNS name. Scans count matching hosts as ignored, snapshots from matching agents are accepted and dropped, and imports that match answer 409. Devices already in the inventory do not change. A site can have up to ${ignoreEntriesMax} entries.`,
  request: { body: jsonBody(createIgnoreEntrySchema) },
  responses: { 201: json(ignoreEntrySchema, 'The new entry'), ...problems(409) },
})

const remove = v1Route({
  'x-capability': 'EditInventory',
  method: 'delete',
  path: '/api/v1/ignore-list/{id}',
  operationId: 'deleteIgnoreEntry',
  tags,
  summary: 'Remove a pattern from the Ignore List',
  description: 'A matching device enters the inventory when it is next seen.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

export function ignoreListRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listIgnoreEntries(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getIgnoreEntry(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createIgnoreEntry(c.get('ctx'), c.req.valid('json'))))
  app.openapi(remove, async (c) => {
    await deleteIgnoreEntry(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
}
