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
const ofAllSites = 'The caller must be an Administrator of all sites of the user, otherwise 403.'
const lastOne = '409 if no enabled user with the Administrator capability would remain.'

const list = v1Route({
  ...common,
  method: 'get',
  path,
  operationId: 'listUsers',
  summary: 'List users',
  description: 'The users of the current site, sorted by user name.',
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
  description: 'Only this response contains the one-time password. The user can be bound only to sites of the caller.',
  request: { body: jsonBody(createUserSchema) },
  responses: { 201: json(createdUserSchema, 'The new user with its password'), ...problems(409) },
})

const update = v1Route({
  ...common,
  method: 'patch',
  path: onePath,
  operationId: 'updateUser',
  summary: 'Update a user',
  description: `Changes apply from the next call of the user on. A disabled user is signed out at once. ${ofAllSites} ${lastOne}`,
  request: { params: idParamsSchema, body: patchBody(patchUserSchema) },
  responses: { 200: json(userSchema, 'The updated user'), ...problems(409) },
})

const remove = v1Route({
  ...common,
  method: 'delete',
  path: onePath,
  operationId: 'deleteUser',
  summary: 'Delete a user',
  description: `The user is signed out at once. ${ofAllSites} ${lastOne}`,
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' }, ...problems(409) },
})

const reset = v1Route({
  ...common,
  method: 'post',
  path: `${onePath}/reset-password`,
  operationId: 'resetUserPassword',
  summary: 'Reset the password of a user',
  description: `The user gets a one-time password and is signed out everywhere. A lock after failed attempts ends. ${ofAllSites}`,
  request: { params: idParamsSchema },
  responses: { 200: json(oneTimePasswordAnswerSchema, 'The one-time password, returned only here'), ...problems(409) },
})

const resetSecond = v1Route({
  ...common,
  method: 'post',
  path: `${onePath}/reset-two-factor`,
  operationId: 'resetUserTwoFactor',
  summary: 'Remove the second factor of a user',
  description: `For a user who has lost the second factor. The user is signed out everywhere. ${ofAllSites}`,
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Removed: the user signs in with the password only' } },
})

const sessions = v1Route({
  ...common,
  method: 'get',
  path: `${onePath}/sessions`,
  operationId: 'listUserSessions',
  summary: 'List the sessions of a user',
  description: `Sorted by last use, latest first. ${ofAllSites}`,
  request: { params: idParamsSchema },
  responses: { 200: json(userSessionListSchema, 'The active sessions') },
})

const sessionParamsSchema = idParamsSchema.extend({ sessionId: idSchema })
const revoke = v1Route({
  ...common,
  method: 'delete',
  path: `${onePath}/sessions/{sessionId}`,
  operationId: 'revokeUserSession',
  summary: 'End a session of a user',
  description: ofAllSites,
  request: { params: sessionParamsSchema },
  responses: { 204: { description: 'The session has ended' } },
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
