import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  createCredentialSchema,
  credentialListSchema,
  credentialRecordSchema,
} from '@rollcall/shared/api/credential.ts'
import { createCredential } from '../../credentials/create-credential.ts'
import { listCredentials } from '../../credentials/read.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, problems, security } from '../route.ts'

const tags = ['Credentials']

const list = createRoute({
  method: 'get',
  path: '/api/v1/credentials',
  tags,
  summary: 'List credentials, without their secrets',
  description: 'By name, ties by id.',
  security,
  request: { query: pageQuerySchema },
  responses: { 200: json(credentialListSchema, 'A page of credentials'), ...problems(400, 401, 403, 429) },
})

const create = createRoute({
  method: 'post',
  path: '/api/v1/credentials',
  tags,
  summary: 'Create a credential (Administrator)',
  description: 'Secrets are write-only: sealed at rest, never returned and never logged.',
  security,
  request: { body: jsonBody(createCredentialSchema) },
  responses: { 201: json(credentialRecordSchema, 'The new credential'), ...problems(400, 401, 403, 413, 415, 429) },
})

export function credentialRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listCredentials(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(create, async (c) => c.json(await createCredential(c.get('ctx'), c.req.valid('json')), 201))
}
