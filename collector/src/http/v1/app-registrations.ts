import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  appRegistrationListSchema,
  appRegistrationSchema,
  createAppRegistrationSchema,
  createdAppRegistrationSchema,
  patchAppRegistrationSchema,
} from '@rollcall/shared/api/app-registration.ts'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { createRegistration } from '../../access/registrations/create-registration.ts'
import { deleteRegistration } from '../../access/registrations/delete-registration.ts'
import { getRegistration, listRegistrations } from '../../access/registrations/list-registrations.ts'
import { updateRegistration } from '../../access/registrations/update-registration.ts'
import { describeCreated, preconditionOf, show, showChanged } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, v1Route } from '../openapi/route.ts'

const tags = ['App registrations']

const list = v1Route({
  'x-capability': 'Administrator',
  method: 'get',
  path: '/api/v1/app-registrations',
  operationId: 'listAppRegistrations',
  tags,
  summary: 'List App registrations',
  description: 'Those bound to the current site, by name, ties by id. Secrets are never shown again.',
  request: { query: pageQuerySchema },
  responses: { 200: json(appRegistrationListSchema, 'A page of registrations') },
})

const get = v1Route({
  'x-capability': 'Administrator',
  method: 'get',
  path: '/api/v1/app-registrations/{id}',
  operationId: 'getAppRegistration',
  tags,
  summary: 'Get an App registration',
  description: 'It must be bound to the current site. All its sites are shown, also those that are not yours.',
  request: { params: idParamsSchema },
  responses: { 200: json(appRegistrationSchema, 'The registration'), ...notModified },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/app-registrations',
  operationId: 'createAppRegistration',
  tags,
  summary: 'Create an App registration',
  description:
    'The Client secret is shown this once; a lost one means a new registration. It can be bound to sites of yours only.',
  request: { body: jsonBody(createAppRegistrationSchema) },
  responses: {
    201: json(createdAppRegistrationSchema, 'The new registration with its secret'),
  },
})

const update = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path: '/api/v1/app-registrations/{id}',
  operationId: 'updateAppRegistration',
  tags,
  summary: 'Change an App registration',
  description:
    'What it says holds from the next call on, with tokens issued before as well. A past `expiresAt` ends it at once; a new one starts the reminders anew. It can be bound to sites of yours only. A registration that is also bound to sites that are not yours is not yours to change (403), but for this: `siteIds` may leave out sites of yours.',
  request: { params: idParamsSchema, body: patchBody(patchAppRegistrationSchema) },
  responses: { 200: json(appRegistrationSchema, 'The registration as it is now') },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/app-registrations/{id}',
  operationId: 'deleteAppRegistration',
  tags,
  summary: 'Delete an App registration',
  description:
    'Its tokens end at once. One that is also bound to sites that are not yours cannot be deleted (403): take your sites from it instead.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'It is gone, and its tokens with it' } },
})

export function appRegistrationRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listRegistrations(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getRegistration(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => {
    const { clientSecret, ...registration } = await createRegistration(c.get('ctx'), c.req.valid('json'))
    describeCreated(c, registration)
    c.header('Cache-Control', 'no-store')
    return c.json({ ...registration, clientSecret }, 201)
  })
  app.openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    return showChanged(c, await updateRegistration(c.get('ctx'), id, c.req.valid('json'), preconditionOf(c)))
  })
  app.openapi(remove, async (c) => {
    await deleteRegistration(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
}
