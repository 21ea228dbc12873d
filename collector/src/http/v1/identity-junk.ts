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
  summary: 'List what identifies no device of the site',
  description: `Beside what is junk everywhere: values that people put here, and those that ${identityJunkDevices} or more live devices had at once. By kind, then value, ties by id.`,
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
  summary: 'Let a value identify no device any more',
  description: `A serial number stands behind its maker (\`dell/abc123\`). Devices that nothing else makes one are several from then on, unless a person has merged them; where more than 64 have to do with one another they stay as they are, and are listed for review. A site has up to ${identityJunkMax} values.`,
  request: { body: jsonBody(createIdentityJunkSchema) },
  responses: { 201: json(identityJunkSchema, 'The new value'), ...problems(409) },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/identity-junk/{id}',
  operationId: 'deleteIdentityJunk',
  tags,
  summary: 'Let a value count again',
  description:
    'One that was learned stays listed as `allowed`, so that it is not learned again; deleting that forgets it.',
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
