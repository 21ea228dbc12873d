import {
  auditServiceListSchema,
  auditServiceSchema,
  patchAuditServiceSchema,
} from '@rollcall/shared/api/audit-service.ts'
import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { createRejoinToken } from '../../scanning/audit-services/create-rejoin-token.ts'
import { deleteAuditService } from '../../scanning/audit-services/delete-audit-service.ts'
import { getAuditService, listAuditServices } from '../../scanning/audit-services/read-audit-services.ts'
import { renameAuditService } from '../../scanning/audit-services/rename-audit-service.ts'
import { answerList, answersOf } from '../answers/respond.ts'
import type { App, HttpDeps } from '../environment.ts'
import { json, notModified, patchBody, routesOf } from '../openapi/route.ts'
import { answerJoinToken } from './join-tokens.ts'

const route = routesOf('Audit Services')
const { answerDelete, answerGet, answerUpdate } = answersOf(patchAuditServiceSchema.keyof().options)

const list = route.get('/api/v1/audit-services', {
  operationId: 'listAuditServices',
  summary: 'List Audit Services',
  description:
    'Sorted by name, then id. Active: a heartbeat within the last 30 seconds. Inactive: no such heartbeat. Outdated: a heartbeat from an older version. Pending: no heartbeat since it joined.',
  request: { query: pageQuerySchema },
  responses: { 200: json(auditServiceListSchema, 'A page of Audit Services') },
})

const get = route.get('/api/v1/audit-services/{id}', {
  operationId: 'getAuditService',
  summary: 'Get an Audit Service',
  responses: { 200: json(auditServiceSchema, 'The Audit Service'), ...notModified },
})

const update = route.patch('/api/v1/audit-services/{id}', {
  'x-capability': 'Administrator',
  operationId: 'updateAuditService',
  summary: 'Rename an Audit Service',
  description: 'lastSeen is part of the ETag, so If-Match holds only until the next heartbeat.',
  request: { body: patchBody(patchAuditServiceSchema) },
  responses: { 200: json(auditServiceSchema, 'The updated Audit Service') },
})

const remove = route.delete('/api/v1/audit-services/{id}', {
  'x-capability': 'Administrator',
  operationId: 'deleteAuditService',
  summary: 'Delete an Audit Service',
  description:
    'Its access ends at once and its tasks are cancelled. Its segments are in the No service state until they get another Audit Service.',
  responses: { 204: { description: 'Deleted' } },
})

const createToken = route.post('/api/v1/audit-services/{id}/join-token', {
  'x-capability': 'Administrator',
  operationId: 'createAuditServiceJoinToken',
  summary: 'Create a join token with which an Audit Service joins again',
  description:
    'Valid for one use within one hour. The process that joins with it replaces this Audit Service and keeps its id, name and segments. The previous keys become invalid, and unfinished tasks fail.',
  responses: { 201: json(joinTokenSchema, 'The join token, returned only here') },
})

export function auditServiceRoutes(app: App, deps: HttpDeps): void {
  app.openapi(list, answerList(listAuditServices))
  app.openapi(get, answerGet(getAuditService))
  app.openapi(update, answerUpdate(renameAuditService))
  app.openapi(remove, answerDelete(deleteAuditService))
  app.openapi(createToken, async (c) => {
    const made = await createRejoinToken(c.get('ctx'), c.req.valid('param').id)
    return c.json(await answerJoinToken(c, deps, { ...made, for: 'audit-service' }), 201)
  })
}
