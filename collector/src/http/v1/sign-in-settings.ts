import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  patchSignInSettingsSchema,
  signInSettingsSchema,
  signInTestSchema,
} from '@rollcall/shared/api/sign-in-settings.ts'
import { testIssuer } from '../../access/sign-in/check-issuer-settings.ts'
import { getSignInSettings, updateSignInSettings } from '../../access/sign-in/sign-in-settings.ts'
import { preconditionOf, show, showChanged } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { originOf } from '../middleware/session.ts'
import { json, jsonBody, notModified, patchBody, v1Route } from '../openapi/route.ts'

const common = { 'x-capability': 'Administrator' as const, tags: ['Users'] }
const path = '/api/v1/sign-in-settings'
const allSites = 'They hold for all sites: only an Administrator of all of them may (403).'

const get = v1Route({
  ...common,
  method: 'get',
  path,
  operationId: 'getSignInSettings',
  summary: 'Get how people sign in besides by password',
  description: 'Of the client secret it says only whether it is set.',
  responses: { 200: json(signInSettingsSchema, 'The settings'), ...notModified },
})

const update = v1Route({
  ...common,
  method: 'patch',
  path,
  operationId: 'updateSignInSettings',
  summary: 'Change how people sign in besides by password',
  description: `What is absent stays, and grants are replaced whole. At each sign-in a user gets the capabilities and sites that its claim grants then, whatever it had. The secret is write-only: sealed at rest, never shown and never logged. ${allSites}`,
  request: { body: patchBody(patchSignInSettingsSchema) },
  responses: { 200: json(signInSettingsSchema, 'The settings as they are now') },
})

const test = v1Route({
  ...common,
  method: 'post',
  path: `${path}/test`,
  operationId: 'testSignInSettings',
  summary: 'Test the issuer that people sign in by',
  description: `Asks the issuer for its description and its keys, and says what failed. Fields of the body take the place of the stored ones for this test. ${allSites}`,
  request: { body: jsonBody(patchSignInSettingsSchema) },
  responses: { 200: json(signInTestSchema, 'What came of it, also when the issuer cannot be used') },
})

export function signInSettingsRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(get, async (c) => show(c, await getSignInSettings(c.get('ctx'))))
  app.openapi(update, async (c) =>
    showChanged(c, await updateSignInSettings(c.get('ctx'), c.req.valid('json'), preconditionOf(c))),
  )
  app.openapi(test, async (c) => c.json(await testIssuer(c.get('ctx'), c.req.valid('json'), originOf(c)), 200))
}
