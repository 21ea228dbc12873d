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
import { answerCreate, answerDelete, answerGet, answerList } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Ignore List')

const list = route.get('/api/v1/ignore-list', {
  operationId: 'listIgnoreEntries',
  summary: 'List the Ignore List',
  description: 'Sorted by kind, then pattern, then id.',
  request: { query: ignoreQuerySchema },
  responses: { 200: json(ignoreListSchema, 'A page of entries') },
})

const get = route.get('/api/v1/ignore-list/{id}', {
  operationId: 'getIgnoreEntry',
  summary: 'Get an entry of the Ignore List',
  responses: { 200: json(ignoreEntrySchema, 'The entry'), ...notModified },
})

const create = route.post('/api/v1/ignore-list', {
  'x-capability': 'EditInventory',
  operationId: 'createIgnoreEntry',
  summary: 'Add a pattern to the Ignore List',
  description: `\`*\` stands for any text, \`?\` for one character. Case is ignored. \`mac\` and \`uuid\` accept any notation. A serial number may be preceded by its manufacturer (\`dell/abc123\`). \`ip\` is compared with the main address of a device and with the address at which it was reached. \`name\` is compared with its name, host name and DNS name. Scans count matching hosts as ignored, snapshots from matching agents are accepted and dropped, and imports that match answer 409. Devices already in the inventory do not change. A site can have up to ${ignoreEntriesMax} entries.`,
  request: { body: jsonBody(createIgnoreEntrySchema) },
  responses: { 201: json(ignoreEntrySchema, 'The new entry'), ...problems(409) },
})

const remove = route.delete('/api/v1/ignore-list/{id}', {
  'x-capability': 'EditInventory',
  operationId: 'deleteIgnoreEntry',
  summary: 'Remove a pattern from the Ignore List',
  description: 'A matching device enters the inventory when it is next seen.',
  responses: { 204: { description: 'Deleted' } },
})

export function ignoreListRoutes(app: App): void {
  app.openapi(list, answerList(listIgnoreEntries))
  app.openapi(get, answerGet(getIgnoreEntry))
  app.openapi(create, answerCreate(createIgnoreEntry))
  app.openapi(remove, answerDelete(deleteIgnoreEntry))
}
