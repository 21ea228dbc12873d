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
import { answerList, answersOf } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Users', 'Administrator')
const { answerDelete, answerGet, answerUpdate, describeCreated } = answersOf(patchUserSchema.keyof().options)
const ofAllSites = 'The caller must be an Administrator of all sites of the user, otherwise 403.'
const lastOne = '409 if no enabled user with the Administrator capability would remain.'

const list = route.get('/api/v1/users', {
  operationId: 'listUsers',
  summary: 'List users',
  description: 'The users of the current site, sorted by user name.',
  request: { query: pageQuerySchema },
  responses: { 200: json(userListSchema, 'A page of users') },
})

const get = route.get('/api/v1/users/{id}', {
  operationId: 'getUser',
  summary: 'Get a user',
  responses: { 200: json(userSchema, 'The user'), ...notModified },
})

const create = route.post('/api/v1/users', {
  operationId: 'createUser',
  summary: 'Create a user',
  description: 'Only this response contains the one-time password. The user can be bound only to sites of the caller.',
  request: { body: jsonBody(createUserSchema) },
  responses: { 201: json(createdUserSchema, 'The new user with its password'), ...problems(409) },
})

const update = route.patch('/api/v1/users/{id}', {
  operationId: 'updateUser',
  summary: 'Update a user',
  description: `Changes apply from the next call of the user on. A disabled user is signed out at once. ${ofAllSites} ${lastOne}`,
  request: { body: patchBody(patchUserSchema) },
  responses: { 200: json(userSchema, 'The updated user'), ...problems(409) },
})

const remove = route.delete('/api/v1/users/{id}', {
  operationId: 'deleteUser',
  summary: 'Delete a user',
  description: `The user is signed out at once. ${ofAllSites} ${lastOne}`,
  responses: { 204: { description: 'Deleted' }, ...problems(409) },
})

const reset = route.post('/api/v1/users/{id}/reset-password', {
  operationId: 'resetUserPassword',
  summary: 'Reset the password of a user',
  description: `The user gets a one-time password and is signed out everywhere. A lock after failed attempts ends. ${ofAllSites}`,
  responses: { 200: json(oneTimePasswordAnswerSchema, 'The one-time password, returned only here'), ...problems(409) },
})

const resetSecond = route.post('/api/v1/users/{id}/reset-two-factor', {
  operationId: 'resetUserTwoFactor',
  summary: 'Remove the second factor of a user',
  description: `For a user who has lost the second factor. The user is signed out everywhere. ${ofAllSites}`,
  responses: { 204: { description: 'Removed: the user signs in with the password only' } },
})

const sessions = route.get('/api/v1/users/{id}/sessions', {
  operationId: 'listUserSessions',
  summary: 'List the sessions of a user',
  description: `Sorted by last use, latest first. ${ofAllSites}`,
  responses: { 200: json(userSessionListSchema, 'The active sessions') },
})

const sessionParamsSchema = idParamsSchema.extend({ sessionId: idSchema })
const revoke = route.delete('/api/v1/users/{id}/sessions/{sessionId}', {
  operationId: 'revokeUserSession',
  summary: 'End a session of a user',
  description: ofAllSites,
  request: { params: sessionParamsSchema },
  responses: { 204: { description: 'The session has ended' } },
})

export function userRoutes(app: App): void {
  app.openapi(list, answerList(listUsers))
  app.openapi(get, answerGet(getUser))
  app.openapi(create, async (c) => {
    const { password, ...user } = await createUser(c.get('ctx'), c.req.valid('json'))
    describeCreated(c, user)
    c.header('Cache-Control', 'no-store')
    return c.json({ ...user, password }, 201)
  })
  app.openapi(update, answerUpdate(updateUser))
  app.openapi(remove, answerDelete(deleteUser))
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
