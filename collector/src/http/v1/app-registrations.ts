import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  appRegistrationSchema,
  createAppRegistrationSchema,
  createdAppRegistrationSchema,
} from '@rollcall/shared/api/app-registration.ts'
import { listOf, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { createRegistration } from '../../auth/create-registration.ts'
import { listRegistrations } from '../../auth/read.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, v1Route } from '../route.ts'

const tags = ['App registrations']
const listSchema = listOf(appRegistrationSchema).meta({ id: 'AppRegistrationList' })

const list = v1Route({
  'x-capability': 'Administrator',
  method: 'get',
  path: '/api/v1/app-registrations',
  operationId: 'listAppRegistrations',
  tags,
  summary: 'List App registrations',
  description: 'By name, ties by id. Secrets are never shown again.',
  request: { query: pageQuerySchema },
  responses: { 200: json(listSchema, 'A page of registrations') },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/app-registrations',
  operationId: 'createAppRegistration',
  tags,
  summary: 'Create an App registration',
  description: 'The Client secret is shown this once; a lost one means a new registration.',
  request: { body: jsonBody(createAppRegistrationSchema) },
  responses: {
    201: json(createdAppRegistrationSchema, 'The new registration with its secret'),
  },
})

export function appRegistrationRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listRegistrations(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(create, async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await createRegistration(c.get('ctx'), c.req.valid('json')), 201)
  })
}
