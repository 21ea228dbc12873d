import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  auditServiceListSchema,
  auditServiceSchema,
  patchAuditServiceSchema,
} from '@rollcall/shared/api/audit-service.ts'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { createRejoinToken } from '../../scanning/audit-services/create-rejoin-token.ts'
import { deleteAuditService } from '../../scanning/audit-services/delete-audit-service.ts'
import { getAuditService, listAuditServices } from '../../scanning/audit-services/read-audit-services.ts'
import { renameAuditService } from '../../scanning/audit-services/rename-audit-service.ts'
import { answersOf } from '../answers/respond.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { json, notModified, patchBody, v1Route } from '../openapi/route.ts'
import { answerJoinToken } from './join-tokens.ts'

const tags = ['Audit Services']
const { preconditionOf, show, showChanged } = answersOf(patchAuditServiceSchema.keyof().options)

const list = v1Route({
  method: 'get',
  path: '/api/v1/audit-services',
  operationId: 'listAuditServices',
  tags,
  summary: 'List Audit Services',
  description:
    'By name, ties by id. Active: heard within 30 seconds; Inactive: not so; Outdated: heard, but of another version; Pending: never heard since it joined.',
  request: { query: pageQuerySchema },
  responses: { 200: json(auditServiceListSchema, 'A page of Audit Services') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/audit-services/{id}',
  operationId: 'getAuditService',
  tags,
  summary: 'Get an Audit Service',
  request: { params: idParamsSchema },
  responses: { 200: json(auditServiceSchema, 'The Audit Service'), ...notModified },
})

const update = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path: '/api/v1/audit-services/{id}',
  operationId: 'updateAuditService',
  tags,
  summary: 'Rename an Audit Service',
  description: 'lastSeen is part of its ETag, so an If-Match is good only until its next heartbeat.',
  request: { params: idParamsSchema, body: patchBody(patchAuditServiceSchema) },
  responses: { 200: json(auditServiceSchema, 'The Audit Service as it is now') },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/audit-services/{id}',
  operationId: 'deleteAuditService',
  tags,
  summary: 'Remove an Audit Service',
  description:
    'Its access ends at once, its tasks are cancelled, and its segments are in the No service state until they get another.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Removed' } },
})

const createToken = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/audit-services/{id}/join-token',
  operationId: 'createAuditServiceJoinToken',
  tags,
  summary: 'Create a join token with which an Audit Service joins anew',
  description:
    'Good for one use within one hour. What joins with it takes the place of this Audit Service: same id, name and segments. The keys it had before are void from then on, and tasks it had not finished have failed.',
  request: { params: idParamsSchema },
  responses: { 201: json(joinTokenSchema, 'The join token, shown this once') },
})

export function auditServiceRoutes(app: OpenAPIHono<Environment>, deps: HttpDeps): void {
  app.openapi(list, async (c) => c.json(await listAuditServices(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getAuditService(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    return showChanged(c, await renameAuditService(c.get('ctx'), id, c.req.valid('json'), preconditionOf(c)))
  })
  app.openapi(remove, async (c) => {
    await deleteAuditService(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
  app.openapi(createToken, async (c) => {
    const made = await createRejoinToken(c.get('ctx'), c.req.valid('param').id)
    return c.json(answerJoinToken(c, deps, { ...made, for: 'audit-service' }), 201)
  })
}
