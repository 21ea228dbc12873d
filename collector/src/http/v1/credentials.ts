import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
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
import { answerCreate, answerDelete, answerGet, answerList, answerUpdate, showQueued } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, queued, routesOf } from '../openapi/route.ts'

const route = routesOf('Credentials')

const list = route.get('/api/v1/credentials', {
  operationId: 'listCredentials',
  summary: 'List credentials, without their secrets',
  description: 'Sorted by name, then id.',
  request: { query: pageQuerySchema },
  responses: { 200: json(credentialListSchema, 'A page of credentials') },
})

const get = route.get('/api/v1/credentials/{id}', {
  operationId: 'getCredential',
  summary: 'Get a credential, without its secrets',
  responses: { 200: json(credentialRecordSchema, 'The credential'), ...notModified },
})

const create = route.post('/api/v1/credentials', {
  'x-capability': 'Administrator',
  operationId: 'createCredential',
  summary: 'Create a credential',
  description:
    'Secrets are write-only: encrypted at rest, never returned and never logged. All other fields are returned.',
  request: { body: jsonBody(createCredentialSchema) },
  responses: { 201: json(credentialRecordSchema, 'The new credential') },
})

const update = route.patch('/api/v1/credentials/{id}', {
  'x-capability': 'Administrator',
  operationId: 'updateCredential',
  summary: 'Update a credential',
  description:
    'The kind cannot be changed. A field that does not belong to the kind gives 400. null removes an optional field. Tasks sent afterwards use the new values.',
  request: { body: patchBody(patchCredentialSchema) },
  responses: { 200: json(credentialRecordSchema, 'The updated credential') },
})

const remove = route.delete('/api/v1/credentials/{id}', {
  'x-capability': 'Administrator',
  operationId: 'deleteCredential',
  summary: 'Delete a credential',
  description: 'A credential that a segment uses cannot be deleted: 409 `credential_in_use` names the segments.',
  responses: { 204: { description: 'Deleted' }, ...problems(409) },
})

const test = route.post('/api/v1/credentials/{id}/test', {
  'x-capability': 'StartAuditsOrScans',
  operationId: 'testCredential',
  summary: 'Test a credential at one address',
  description:
    'Answers at once with a task id. The Audit Service of the segment logs in at the address, within the host’s attempts of the day, and adds no device. The host of the task (`GET /api/v1/tasks/{id}/hosts`) has the result in words; the task fails if the login does not work. SNMP and SSH credentials only. A credential that the segment does not use needs the Administrator capability.',
  request: { body: jsonBody(testCredentialSchema) },
  responses: { 202: queued('The test is queued'), ...problems(409) },
})

export function credentialRoutes(app: App): void {
  app.openapi(list, answerList(listCredentials))
  app.openapi(get, answerGet(getCredential))
  app.openapi(create, answerCreate(createCredential))
  app.openapi(update, answerUpdate(updateCredential))
  app.openapi(test, async (c) =>
    showQueued(c, await testCredential(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))),
  )
  app.openapi(remove, answerDelete(deleteCredential))
}
