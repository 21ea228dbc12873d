import { meSchema, patchMeSchema, userSessionListSchema } from '@rollcall/shared/api/user.ts'
import { listOwnSessions, revokeOwnSession } from '../../access/sign-in/sessions.ts'
import { getMe } from '../../access/users/list-users.ts'
import { updateMe } from '../../access/users/update-user.ts'
import { answersOf } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Users')
const { preconditionOf, show, showChanged } = answersOf(patchMeSchema.keyof().options)
const onlyUsers = 'Only for users: an App registration gets 404.'

const get = route.get('/api/v1/me', {
  operationId: 'getMe',
  summary: 'Get the user of this call',
  description: onlyUsers,
  responses: { 200: json(meSchema, 'The user'), ...notModified, ...problems(404) },
})

const update = route.patch('/api/v1/me', {
  operationId: 'updateMe',
  summary: 'Update your own name and email address',
  description: onlyUsers,
  request: { body: patchBody(patchMeSchema) },
  responses: { 200: json(meSchema, 'The updated user'), ...problems(404) },
})

const sessions = route.get('/api/v1/me/sessions', {
  operationId: 'listOwnSessions',
  summary: 'List your own sessions',
  description: `Sorted by last use, latest first. ${onlyUsers}`,
  responses: { 200: json(userSessionListSchema, 'The active sessions'), ...problems(404) },
})

const revoke = route.delete('/api/v1/me/sessions/{id}', {
  operationId: 'revokeOwnSession',
  summary: 'End one of your own sessions',
  description: onlyUsers,
  responses: { 204: { description: 'The session has ended' } },
})

export function meRoutes(app: App): void {
  app.openapi(get, async (c) => show(c, await getMe(c.get('ctx'))))
  app.openapi(update, async (c) => showChanged(c, await updateMe(c.get('ctx'), c.req.valid('json'), preconditionOf(c))))
  app.openapi(sessions, async (c) => c.json(await listOwnSessions(c.get('ctx'), c.get('session')?.sessionId), 200))
  app.openapi(revoke, async (c) => {
    await revokeOwnSession(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
}
