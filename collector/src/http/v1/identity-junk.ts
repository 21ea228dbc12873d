import {
  createIdentityJunkSchema,
  identityJunkDevices,
  identityJunkListSchema,
  identityJunkMax,
  identityJunkQuerySchema,
  identityJunkSchema,
} from '@rollcall/shared/api/identity-junk.ts'
import { createIdentityJunk, deleteIdentityJunk } from '../../identity/junk/edit-junk.ts'
import { getIdentityJunk, listIdentityJunk } from '../../identity/junk/list-junk.ts'
import { answerCreate, answerDelete, answerGet, answerList } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Identity')

const list = route.get('/api/v1/identity-junk', {
  operationId: 'listIdentityJunk',
  summary: 'List the values that identify no device of the site',
  description: `Contains values that people added, and values learned because ${identityJunkDevices} or more live devices had them at the same time. The built-in junk values are not listed. Sorted by kind, then value, then id.`,
  request: { query: identityJunkQuerySchema },
  responses: { 200: json(identityJunkListSchema, 'A page of values') },
})

const get = route.get('/api/v1/identity-junk/{id}', {
  operationId: 'getIdentityJunk',
  summary: 'Get a value that identifies no device',
  responses: { 200: json(identityJunkSchema, 'The value'), ...notModified },
})

const create = route.post('/api/v1/identity-junk', {
  'x-capability': 'Administrator',
  operationId: 'createIdentityJunk',
  summary: 'Add a value that identifies no device',
  description: `A serial number needs its \`manufacturer\`, or is written as manufacturer, \`/\` and number (\`Dell/8XK2PL3\`). A device that was recognized only by this value becomes several devices, unless a person merged it. A group of more than 64 related devices is not changed, but listed for review. A site can have up to ${identityJunkMax} values.`,
  request: { body: jsonBody(createIdentityJunkSchema) },
  responses: { 201: json(identityJunkSchema, 'The new value'), ...problems(409) },
})

const remove = route.delete('/api/v1/identity-junk/{id}', {
  'x-capability': 'Administrator',
  operationId: 'deleteIdentityJunk',
  summary: 'Let a value identify devices again',
  description:
    'A learned value stays listed with the origin `allowed`, so that it is not learned again. To let it be learned again, delete it once more.',
  responses: { 204: { description: 'Deleted' } },
})

export function identityJunkRoutes(app: App): void {
  app.openapi(list, answerList(listIdentityJunk))
  app.openapi(get, answerGet(getIdentityJunk))
  app.openapi(create, answerCreate(createIdentityJunk))
  app.openapi(remove, answerDelete(deleteIdentityJunk))
}
