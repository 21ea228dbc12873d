import type { OpenAPIHono } from '@hono/zod-openapi'
import { auditServiceListSchema, createJoinTokenSchema, joinTokenSchema } from '@rollcall/shared/api/audit-service.ts'
import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { createJoinToken } from '../../enrolment/create-join-token.ts'
import { listAuditServices } from '../../enrolment/read.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { json, jsonBody, v1Route } from '../route.ts'

const list = v1Route({
  method: 'get',
  path: '/api/v1/audit-services',
  operationId: 'listAuditServices',
  tags: ['Audit Services'],
  summary: 'List Audit Services',
  description:
    'By name, ties by id. Active: heard within 30 seconds; Outdated: of another version; Pending: never heard.',
  request: { query: pageQuerySchema },
  responses: { 200: json(auditServiceListSchema, 'A page of Audit Services') },
})

const createToken = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/join-tokens',
  operationId: 'createJoinToken',
  tags: ['Audit Services'],
  summary: 'Create a join token for an Audit Service or for agents',
  description: 'The token holds the pin of the collector’s CA, so the first connection is already trusted.',
  request: { body: jsonBody(createJoinTokenSchema) },
  responses: {
    201: json(joinTokenSchema, 'The join token, shown this once'),
  },
})

export function auditServiceRoutes(app: OpenAPIHono<Environment>, deps: HttpDeps): void {
  app.openapi(list, async (c) => c.json(await listAuditServices(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(createToken, async (c) => {
    const input = c.req.valid('json')
    const { secret, siteId, expiresAt } = await createJoinToken(c.get('ctx'), input)
    const token = formatJoinToken({ secret, pin: deps.caPin, kind: input.for })
    c.header('Cache-Control', 'no-store')
    return c.json({ token, for: input.for, siteId, uses: input.uses, expiresAt }, 201)
  })
}
