import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema, idSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  createdUserSchema,
  createUserSchema,
  oneTimePasswordAnswerSchema,
  patchUserSchema,
  userListSchema,
  userSchema,
  userSessionListSchema,
} from '@rollcall/shared/api/user.ts'
import { listSessions, revokeSession } from '../../access/sign-in/sessions.ts'
import { createUser } from '../../access/users/create-user.ts'
import { deleteUser } from '../../access/users/delete-user.ts'
import { getUser, listUsers } from '../../access/users/list-users.ts'
import { resetPassword, resetTwoFactor } from '../../access/users/reset-sign-in.ts'
import { updateUser } from '../../access/users/update-user.ts'
import { answersOf } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, v1Route } from '../openapi/route.ts'

const common = { 'x-capability': 'Administrator' as const, tags: ['Users'] }
const { describeCreated, preconditionOf, show, showChanged } = answersOf(patchUserSchema.keyof().options)
const path = '/api/v1/users'
const onePath = `${path}/{id}` as const
const ofAllSites = 'Only an Administrator of all the sites of the user may (403).'
const lastOne = 'The last enabled user with the Administrator capability stays as it is (409).'

const list = v1Route({
  ...common,
  method: 'get',
  path,
  operationId: 'listUsers',
  summary: 'List users',
  description: 'Those of the current site, by user name.',
  request: { query: pageQuerySchema },
  responses: { 200: json(userListSchema, 'A page of users') },
})

const get = v1Route({
  ...common,
  method: 'get',
  path: onePath,
  operationId: 'getUser',
  summary: 'Get a user',
  request: { params: idParamsSchema },
  responses: { 200: json(userSchema, 'The user'), ...notModified },
})

const create = v1Route({
  ...common,
  method: 'post',
  path,
  operationId: 'createUser',
  summary: 'Create a user',
  description: 'The one-time password is shown this once. A user can be bound to sites of yours only.',
  request: { body: jsonBody(createUserSchema) },
  responses: { 201: json(createdUserSchema, 'The new user with its password'), ...problems(409) },
})

const update = v1Route({
  ...common,
  method: 'patch',
  path: onePath,
  operationId: 'updateUser',
  summary: 'Change a user',
  description: `It holds from the user's next call on; one who is disabled is signed out at once. ${ofAllSites} ${lastOne}`,
  request: { params: idParamsSchema, body: patchBody(patchUserSchema) },
  responses: { 200: json(userSchema, 'The user as it is now'), ...problems(409) },
})

const remove = v1Route({
  ...common,
  method: 'delete',
  path: onePath,
  operationId: 'deleteUser',
  summary: 'Delete a user',
  description: `It is signed out at once. ${ofAllSites} ${lastOne}`,
  request: { params: idParamsSchema },
  responses: { 204: { description: 'It is gone' }, ...problems(409) },
})

const reset = v1Route({
  ...common,
  method: 'post',
  path: `${onePath}/reset-password`,
  operationId: 'resetUserPassword',
  summary: 'Give a user a one-time password',
  description: `It is signed out everywhere, and may try again at once. ${ofAllSites}`,
  request: { params: idParamsSchema },
  responses: { 200: json(oneTimePasswordAnswerSchema, 'The password, shown this once'), ...problems(409) },
})

const resetSecond = v1Route({
  ...common,
  method: 'post',
  path: `${onePath}/reset-two-factor`,
  operationId: 'resetUserTwoFactor',
  summary: 'Take the second factor from a user who has lost it',
  description: `It is signed out everywhere. ${ofAllSites}`,
  request: { params: idParamsSchema },
  responses: { 204: { description: 'The password alone signs in' } },
})

const sessions = v1Route({
  ...common,
  method: 'get',
  path: `${onePath}/sessions`,
  operationId: 'listUserSessions',
  summary: 'List where a user is signed in',
  description: `The last used first. ${ofAllSites}`,
  request: { params: idParamsSchema },
  responses: { 200: json(userSessionListSchema, 'The sessions that live') },
})

const sessionParamsSchema = idParamsSchema.extend({ sessionId: idSchema })
const revoke = v1Route({
  ...common,
  method: 'delete',
  path: `${onePath}/sessions/{sessionId}`,
  operationId: 'revokeUserSession',
  summary: 'Sign a user out of one session',
  description: ofAllSites,
  request: { params: sessionParamsSchema },
  responses: { 204: { description: 'It has ended' } },
})

export function userRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listUsers(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getUser(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => {
    const { password, ...user } = await createUser(c.get('ctx'), c.req.valid('json'))
    describeCreated(c, user)
    c.header('Cache-Control', 'no-store')
    return c.json({ ...user, password }, 201)
  })
  app.openapi(update, async (c) =>
    showChanged(c, await updateUser(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'), preconditionOf(c))),
  )
  app.openapi(remove, async (c) => {
    await deleteUser(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
  app.openapi(reset, async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await resetPassword(c.get('ctx'), c.req.valid('param').id), 200)
  })
  app.openapi(resetSecond, async (c) => {
    await resetTwoFactor(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  app.openapi(sessions, async (c) =>
    c.json(await listSessions(c.get('ctx'), c.req.valid('param').id, c.get('session')?.sessionId), 200),
  )
  app.openapi(revoke, async (c) => {
    const { id, sessionId } = c.req.valid('param')
    await revokeSession(c.get('ctx'), id, sessionId)
    return c.body(null, 204)
  })
}
