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
  summary: 'List what is kept out of the inventory',
  description: 'By kind, then pattern, ties by id.',
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
  summary: 'Keep what matches a pattern out of the inventory',
  description: `\`*\` stands for any text, \`?\` for one character; case does not count. \`mac\` and \`uuid\` take any notation; a serial number may stand behind its maker (\`dell/abc123\`); \`ip\` is compared with the address a device was reached at and its main one; \`name\` with its name, host name and DNS name. Scans count what matches as ignored, snapshots of agents are taken and dropped, an import is 409. Devices that are in the inventory stay as they are. A site has up to ${ignoreEntriesMax} entries.`,
  request: { body: jsonBody(createIgnoreEntrySchema) },
  responses: { 201: json(ignoreEntrySchema, 'The new entry'), ...problems(409) },
})

const remove = v1Route({
  'x-capability': 'EditInventory',
  method: 'delete',
  path: '/api/v1/ignore-list/{id}',
  operationId: 'deleteIgnoreEntry',
  tags,
  summary: 'Take a pattern off the Ignore List',
  description: 'What matches it comes into the inventory when it is seen the next time.',
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
