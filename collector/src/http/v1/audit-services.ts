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
    'Sorted by name, then id. Active: a heartbeat within the last 30 seconds. Inactive: no such heartbeat. Outdated: a heartbeat from an older version. Pending: no heartbeat since it joined.',
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
  description: 'lastSeen is part of the ETag, so If-Match holds only until the next heartbeat.',
  request: { params: idParamsSchema, body: patchBody(patchAuditServiceSchema) },
  responses: { 200: json(auditServiceSchema, 'The updated Audit Service') },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/audit-services/{id}',
  operationId: 'deleteAuditService',
  tags,
  summary: 'Delete an Audit Service',
  description:
    'Its access ends at once and its tasks are cancelled. Its segments are in the No service state until they get another Audit Service.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

const createToken = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/audit-services/{id}/join-token',
  operationId: 'createAuditServiceJoinToken',
  tags,
  summary: 'Create a join token with which an Audit Service joins again',
  description:
    'Valid for one use within one hour. The process that joins with it replaces this Audit Service and keeps its id, name and segments. The previous keys become invalid, and unfinished tasks fail.',
  request: { params: idParamsSchema },
  responses: { 201: json(joinTokenSchema, 'The join token, returned only here') },
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
    return c.json(await answerJoinToken(c, deps, { ...made, for: 'audit-service' }), 201)
  })
}
