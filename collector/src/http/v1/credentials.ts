import type { OpenAPIHono } from '@hono/zod-openapi'
import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  createCredentialSchema,
  credentialListSchema,
  credentialRecordSchema,
} from '@rollcall/shared/api/credential.ts'
import { createCredential } from '../../credentials/create-credential.ts'
import { listCredentials } from '../../credentials/read.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, v1Route } from '../route.ts'

const tags = ['Credentials']

const list = v1Route({
  method: 'get',
  path: '/api/v1/credentials',
  operationId: 'listCredentials',
  tags,
  summary: 'List credentials, without their secrets',
  description: 'By name, ties by id.',
  request: { query: pageQuerySchema },
  responses: { 200: json(credentialListSchema, 'A page of credentials') },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/credentials',
  operationId: 'createCredential',
  tags,
  summary: 'Create a credential',
  description: 'Secrets are write-only: sealed at rest, never returned and never logged.',
  request: { body: jsonBody(createCredentialSchema) },
  responses: { 201: json(credentialRecordSchema, 'The new credential') },
})

export function credentialRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listCredentials(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(create, async (c) => c.json(await createCredential(c.get('ctx'), c.req.valid('json')), 201))
}
