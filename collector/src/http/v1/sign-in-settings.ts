import {
  patchSignInSettingsSchema,
  signInSettingsSchema,
  signInTestSchema,
} from '@rollcall/shared/api/sign-in-settings.ts'
import { testIssuer } from '../../access/sign-in/check-issuer-settings.ts'
import { getSignInSettings, updateSignInSettings } from '../../access/sign-in/sign-in-settings.ts'
import { preconditionOf, show, showChanged } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { originOf } from '../middleware/session.ts'
import { json, jsonBody, notModified, patchBody, routesOf } from '../openapi/route.ts'

const route = routesOf('Users', 'Administrator')
const path = '/api/v1/sign-in-settings'
const allSites = 'The settings apply to all sites: the caller must be an Administrator of all of them, otherwise 403.'

const get = route.get(path, {
  operationId: 'getSignInSettings',
  summary: 'Get the settings of single sign-on',
  description: 'The client secret is not returned, only whether it is set.',
  responses: { 200: json(signInSettingsSchema, 'The settings'), ...notModified },
})

const update = route.patch(path, {
  operationId: 'updateSignInSettings',
  summary: 'Update the settings of single sign-on',
  description: `Absent fields stay unchanged, and grants are replaced as a whole. At each sign-in, a user gets exactly the capabilities and sites that the claim grants at that time. The client secret is write-only: encrypted at rest, never returned and never logged. ${allSites}`,
  request: { body: patchBody(patchSignInSettingsSchema) },
  responses: { 200: json(signInSettingsSchema, 'The updated settings') },
})

const test = route.post(`${path}/test`, {
  operationId: 'testSignInSettings',
  summary: 'Test the issuer of single sign-on',
  description: `Reads the metadata and keys of the issuer, and reports what failed. Fields of the body replace the stored ones for this test. ${allSites}`,
  request: { body: jsonBody(patchSignInSettingsSchema) },
  responses: { 200: json(signInTestSchema, 'The result of the test, also if the issuer cannot be used') },
})

export function signInSettingsRoutes(app: App): void {
  app.openapi(get, async (c) => show(c, await getSignInSettings(c.get('ctx'))))
  app.openapi(update, async (c) =>
    showChanged(c, await updateSignInSettings(c.get('ctx'), c.req.valid('json'), preconditionOf(c))),
  )
  app.openapi(test, async (c) => c.json(await testIssuer(c.get('ctx'), c.req.valid('json'), originOf(c)), 200))
}
