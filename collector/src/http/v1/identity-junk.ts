import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
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
import { preconditionOf, show, showCreated } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, problems, v1Route } from '../openapi/route.ts'

const tags = ['Identity']

const list = v1Route({
  method: 'get',
  path: '/api/v1/identity-junk',
  operationId: 'listIdentityJunk',
  tags,
  summary: 'List the values that identify no device of the site',
  description: `Contains values that people added, and values learned because ${identityJunkDevices} or more live devices had them at the same time. The built-in junk values are not listed. Sorted by kind, then value, then id.`,
  request: { query: identityJunkQuerySchema },
  responses: { 200: json(identityJunkListSchema, 'A page of values') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/identity-junk/{id}',
  operationId: 'getIdentityJunk',
  tags,
  summary: 'Get a value that identifies no device',
  request: { params: idParamsSchema },
  responses: { 200: json(identityJunkSchema, 'The value'), ...notModified },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/identity-junk',
  operationId: 'createIdentityJunk',
  tags,
  summary: 'Add a value that identifies no device',
  description: `A serial number needs its \`manufacturer\`, or is written as manufacturer, \`/\` and number (\`Dell/8XK2PL3\`). A device that was recognized only by this value becomes several devices, unless a person merged it. A group of more than 64 related devices is not changed, but listed for review. A site can have up to ${identityJunkMax} values.`,
  request: { body: jsonBody(createIdentityJunkSchema) },
  responses: { 201: json(identityJunkSchema, 'The new value'), ...problems(409) },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/identity-junk/{id}',
  operationId: 'deleteIdentityJunk',
  tags,
  summary: 'Let a value identify devices again',
  description:
    'A learned value stays listed with the origin `allowed`, so that it is not learned again. To let it be learned again, delete it once more.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

export function identityJunkRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listIdentityJunk(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getIdentityJunk(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createIdentityJunk(c.get('ctx'), c.req.valid('json'))))
  app.openapi(remove, async (c) => {
    await deleteIdentityJunk(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
}
