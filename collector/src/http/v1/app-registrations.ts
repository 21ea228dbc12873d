import {
  appRegistrationListSchema,
  appRegistrationSchema,
  createAppRegistrationSchema,
  createdAppRegistrationSchema,
  createdRegistrationSecretSchema,
  createRegistrationSecretSchema,
  patchAppRegistrationSchema,
  registrationSecretListSchema,
  replacedSecretDaysMax,
} from '@rollcall/shared/api/app-registration.ts'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { createRegistration } from '../../access/registrations/create-registration.ts'
import { deleteRegistration } from '../../access/registrations/delete-registration.ts'
import { getRegistration, listRegistrations } from '../../access/registrations/list-registrations.ts'
import { endSecret, listRegistrationSecrets, replaceSecret } from '../../access/registrations/registration-secrets.ts'
import { updateRegistration } from '../../access/registrations/update-registration.ts'
import { answerDelete, answerGet, answerList, answerUpdate, describeCreated } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('App registrations', 'Administrator')

const list = route.get('/api/v1/app-registrations', {
  operationId: 'listAppRegistrations',
  summary: 'List App registrations',
  description: 'The registrations bound to the current site, sorted by name, then id. Secrets are not returned.',
  request: { query: pageQuerySchema },
  responses: { 200: json(appRegistrationListSchema, 'A page of registrations') },
})

const get = route.get('/api/v1/app-registrations/{id}', {
  operationId: 'getAppRegistration',
  summary: 'Get an App registration',
  description:
    'The registration must be bound to the current site. All its sites are returned, including sites that the caller is not bound to.',
  responses: { 200: json(appRegistrationSchema, 'The registration'), ...notModified },
})

const create = route.post('/api/v1/app-registrations', {
  operationId: 'createAppRegistration',
  summary: 'Create an App registration',
  description:
    'Only this response contains the Client secret. If it is lost, replace it. The registration can be bound only to sites of the caller.',
  request: { body: jsonBody(createAppRegistrationSchema) },
  responses: {
    201: json(createdAppRegistrationSchema, 'The new registration with its secret'),
  },
})

const update = route.patch('/api/v1/app-registrations/{id}', {
  operationId: 'updateAppRegistration',
  summary: 'Update an App registration',
  description:
    'Changes apply from the next call on, also to tokens issued before. A past `expiresAt` ends the registration at once; a new one restarts its reminders. The registration can be bound only to sites of the caller. 403 if the registration is also bound to sites that the caller is not bound to; only a change of `siteIds` that removes sites of the caller is then allowed.',
  request: { body: patchBody(patchAppRegistrationSchema) },
  responses: { 200: json(appRegistrationSchema, 'The updated registration') },
})

const remove = route.delete('/api/v1/app-registrations/{id}', {
  operationId: 'deleteAppRegistration',
  summary: 'Delete an App registration',
  description:
    'Its tokens become invalid at once. 403 if the registration is also bound to sites that the caller is not bound to: remove your sites from it instead.',
  responses: { 204: { description: 'Deleted; its tokens are invalid' } },
})

const listSecrets = route.get('/api/v1/app-registrations/{id}/secrets', {
  operationId: 'listAppRegistrationSecrets',
  summary: 'List the valid secrets of an App registration',
  description:
    'Newest first, with their last use: the latest secret, and the secret that it replaces until that ends. The secrets themselves are not returned.',
  responses: { 200: json(registrationSecretListSchema, 'One or two secrets') },
})

const createSecret = route.post('/api/v1/app-registrations/{id}/secrets', {
  operationId: 'createAppRegistrationSecret',
  summary: 'Replace the secret of an App registration',
  description: `Only this response contains the new Client secret. The former secret stays valid until \`replacedEndsAt\`, at most ${replacedSecretDaysMax} days, so that its programs can be changed over; then it ends with all tokens issued for it. 409 \`secret_replaced\` while a former secret is still valid: end it first. 403 if the registration is also bound to sites that the caller is not bound to.`,
  request: { body: jsonBody(createRegistrationSecretSchema) },
  responses: {
    201: json(createdRegistrationSecretSchema, 'The new secret'),
    ...problems(409),
  },
})

const removeSecret = route.delete('/api/v1/app-registrations/{id}/secrets/{secretId}', {
  operationId: 'deleteAppRegistrationSecret',
  summary: 'End a replaced secret now',
  description:
    'The tokens issued for it become invalid at once. 409 `latest_secret` for the latest secret: replace it first, or disable or delete the registration.',
  request: { params: idParamsSchema.extend({ secretId: idParamsSchema.shape.id }) },
  responses: { 204: { description: 'Ended, with its tokens' }, ...problems(409) },
})

export function appRegistrationRoutes(app: App): void {
  app.openapi(list, answerList(listRegistrations))
  app.openapi(get, answerGet(getRegistration))
  app.openapi(create, async (c) => {
    const { clientSecret, ...registration } = await createRegistration(c.get('ctx'), c.req.valid('json'))
    describeCreated(c, registration)
    c.header('Cache-Control', 'no-store')
    return c.json({ ...registration, clientSecret }, 201)
  })
  app.openapi(update, answerUpdate(updateRegistration))
  app.openapi(listSecrets, async (c) =>
    c.json(await listRegistrationSecrets(c.get('ctx'), c.req.valid('param').id), 200),
  )
  app.openapi(createSecret, async (c) => {
    const made = await replaceSecret(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    c.header('Location', `${c.req.path}/${made.id}`)
    c.header('Cache-Control', 'no-store')
    return c.json(made, 201)
  })
  app.openapi(removeSecret, async (c) => {
    const { id, secretId } = c.req.valid('param')
    await endSecret(c.get('ctx'), id, secretId)
    return c.body(null, 204)
  })
  app.openapi(remove, answerDelete(deleteRegistration))
}
