import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  createCredentialSchema,
  credentialListSchema,
  credentialRecordSchema,
  patchCredentialSchema,
  testCredentialSchema,
} from '@rollcall/shared/api/credential.ts'
import { createCredential } from '../../scanning/credentials/create-credential.ts'
import { deleteCredential } from '../../scanning/credentials/delete-credential.ts'
import { getCredential, listCredentials } from '../../scanning/credentials/list-credentials.ts'
import { testCredential } from '../../scanning/credentials/test-credential.ts'
import { updateCredential } from '../../scanning/credentials/update-credential.ts'
import { preconditionOf, show, showChanged, showCreated } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, queued, v1Route } from '../openapi/route.ts'

const tags = ['Credentials']

const list = v1Route({
  method: 'get',
  path: '/api/v1/credentials',
  operationId: 'listCredentials',
  tags,
  summary: 'List credentials, without their secrets',
  description: 'Sorted by name, then id.',
  request: { query: pageQuerySchema },
  responses: { 200: json(credentialListSchema, 'A page of credentials') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/credentials/{id}',
  operationId: 'getCredential',
  tags,
  summary: 'Get a credential, without its secrets',
  request: { params: idParamsSchema },
  responses: { 200: json(credentialRecordSchema, 'The credential'), ...notModified },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/credentials',
  operationId: 'createCredential',
  tags,
  summary: 'Create a credential',
  description:
    'Secrets are write-only: encrypted at rest, never returned and never logged. All other fields are returned.',
  request: { body: jsonBody(createCredentialSchema) },
  responses: { 201: json(credentialRecordSchema, 'The new credential') },
})

const update = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path: '/api/v1/credentials/{id}',
  operationId: 'updateCredential',
  tags,
  summary: 'Update a credential',
  description:
    'The kind cannot be changed. A field that does not belong to the kind gives 400. null removes an optional field. Tasks sent afterwards use the new values.',
  request: { params: idParamsSchema, body: patchBody(patchCredentialSchema) },
  responses: { 200: json(credentialRecordSchema, 'The updated credential') },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/credentials/{id}',
  operationId: 'deleteCredential',
  tags,
  summary: 'Delete a credential',
  description: 'A credential that a segment uses cannot be deleted: 409 `credential_in_use` names the segments.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' }, ...problems(409) },
})

const test = v1Route({
  'x-capability': 'StartAuditsOrScans',
  method: 'post',
  path: '/api/v1/credentials/{id}/test',
  operationId: 'testCredential',
  tags,
  summary: 'Test a credential at one address',
  description:
    'Answers at once with a task id. The Audit Service of the segment logs in at the address, within the host’s attempts of the day, and adds no device. The host of the task (`GET /api/v1/tasks/{id}/hosts`) has the result in words; the task fails if the login does not work. SNMP and SSH credentials only. A credential that the segment does not use needs the Administrator capability.',
  request: { params: idParamsSchema, body: jsonBody(testCredentialSchema) },
  responses: { 202: queued('The test is queued'), ...problems(409) },
})

export function credentialRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listCredentials(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getCredential(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createCredential(c.get('ctx'), c.req.valid('json'))))
  app.openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    return showChanged(c, await updateCredential(c.get('ctx'), id, c.req.valid('json'), preconditionOf(c)))
  })
  app.openapi(test, async (c) => {
    const task = await testCredential(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    c.header('Location', `/api/v1/tasks/${task.taskId}`)
    return c.json(task, 202)
  })
  app.openapi(remove, async (c) => {
    await deleteCredential(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
}
