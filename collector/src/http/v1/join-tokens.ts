import {
  createJoinTokenSchema,
  type JoinTokenMade,
  joinTokenListItemSchema,
  joinTokenListSchema,
  joinTokenQuerySchema,
  joinTokenSchema,
} from '@rollcall/shared/api/join-token.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { createJoinToken, type NewJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { deleteJoinToken } from '../../enrollment/join-tokens/delete-join-token.ts'
import { getJoinToken, listJoinTokens } from '../../enrollment/join-tokens/list-join-tokens.ts'
import { answerList, answersOf } from '../answers/respond.ts'
import type { App, HttpContext, HttpDeps } from '../environment.ts'
import { installCommands } from '../install/install-command.ts'
import { json, jsonBody, notModified, routesOf } from '../openapi/route.ts'

const route = routesOf('Audit Services', 'Administrator')
const { answerDelete, answerGet } = answersOf([])

const list = route.get('/api/v1/join-tokens', {
  operationId: 'listJoinTokens',
  summary: 'List join tokens',
  description: 'Newest first, then by id. Expired tokens are left out. The token itself is not returned.',
  request: { query: joinTokenQuerySchema },
  responses: { 200: json(joinTokenListSchema, 'A page of join tokens') },
})

const get = route.get('/api/v1/join-tokens/{id}', {
  operationId: 'getJoinToken',
  summary: 'Get the attributes of a join token',
  responses: { 200: json(joinTokenListItemSchema, 'The join token'), ...notModified },
})

const create = route.post('/api/v1/join-tokens', {
  operationId: 'createJoinToken',
  summary: 'Create a join token for an Audit Service or for agents',
  description:
    "The token contains the pin of the collector's CA, so the first connection is already authenticated. `uses` limits how many may join with it. `tag` is attached to the devices of the agents that join with it.",
  request: { body: jsonBody(createJoinTokenSchema) },
  responses: { 201: json(joinTokenSchema, 'The join token, shown this once') },
})

const remove = route.delete('/api/v1/join-tokens/{id}', {
  operationId: 'deleteJoinToken',
  summary: 'Revoke a join token',
  description: 'The token can no longer be used. Agents and Audit Services that have joined with it stay.',
  responses: { 204: { description: 'Revoked' } },
})

export function joinTokenRoutes(app: App, deps: HttpDeps): void {
  app.openapi(list, answerList(listJoinTokens))
  app.openapi(get, answerGet(getJoinToken))
  app.openapi(create, async (c) => {
    const input = c.req.valid('json')
    const made = await createJoinToken(c.get('ctx'), input)
    return c.json(await answerJoinToken(c, deps, { ...made, for: input.for, uses: input.uses }), 201)
  })
  app.openapi(remove, answerDelete(deleteJoinToken))
}

/** Responds with a new join token in the form that a person copies; nothing on the way may store it. */
export async function answerJoinToken(
  c: HttpContext,
  { caPin, installation, publicUrls }: HttpDeps,
  { secret, ...made }: NewJoinToken & Pick<JoinTokenMade, 'for' | 'uses'>,
): Promise<JoinTokenMade> {
  c.header('Cache-Control', 'no-store')
  c.header('Location', `/api/v1/join-tokens/${made.id}`)
  const token = formatJoinToken({ secret, pin: caPin, kind: made.for })
  const url = publicUrls()[0] ?? new URL(c.req.url).origin
  const commands = await installCommands({ for: made.for, token }, url, installation)
  return { ...made, token, ...commands }
}
