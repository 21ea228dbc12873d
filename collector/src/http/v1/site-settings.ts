import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  type PatchedSiteSettings,
  patchedSiteSettingsSchema,
  patchSiteSettingsSchema,
  siteSettingsSchema,
} from '@rollcall/shared/api/site-settings.ts'
import { reclusterFallback } from '../../identity/recluster/recluster-group.ts'
import { getSiteSettings } from '../../sites/settings.ts'
import { type SettingsEffect, updateSiteSettings } from '../../sites/update-settings.ts'
import { resumeOffloadAfterChange } from '../../snapshots/offload/resume-offload.ts'
import { preconditionOf, show, unchanged } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, notModified, patchBody, v1Route } from '../openapi/route.ts'

const effects: readonly SettingsEffect[] = [reclusterFallback, resumeOffloadAfterChange]

const path = '/api/v1/site/settings'
const tags = ['Sites']

const get = v1Route({
  'x-capability': 'Administrator',
  method: 'get',
  path,
  operationId: 'getSiteSettings',
  tags,
  summary: 'Get the settings of the current site',
  description: 'Of secrets it says only whether they are set.',
  responses: { 200: json(siteSettingsSchema, 'The settings'), ...notModified },
})

const update = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path,
  operationId: 'updateSiteSettings',
  tags,
  summary: 'Change the settings of the current site',
  description:
    'What is absent stays, and arrays are replaced whole; what is changed holds at once. Secrets are write-only: sealed at rest, never shown and never logged. The one exception is the secret that is made for a new webhook without one: this answer shows it, and no other. A webhook is told by its id; one that is left out of `webhooks` is removed.',
  request: { body: patchBody(patchSiteSettingsSchema) },
  responses: { 200: json(patchedSiteSettingsSchema, 'The settings as they are now') },
})

export function siteSettingsRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(get, async (c) => show(c, await getSiteSettings(c.get('ctx'))))
  app.openapi(update, async (c) => {
    const updated = await updateSiteSettings(c.get('ctx'), c.req.valid('json'), effects, preconditionOf(c))
    unchanged(c, updated.settings)
    c.header('Cache-Control', 'no-store')
    return c.json(withMadeSecrets(updated), 200)
  })
}

function withMadeSecrets({
  settings,
  madeSecrets,
}: Awaited<ReturnType<typeof updateSiteSettings>>): PatchedSiteSettings {
  const webhooks = settings.notifications.webhooks.map((webhook) => {
    const secret = madeSecrets.get(webhook.id)
    return secret === undefined ? webhook : { ...webhook, secret }
  })
  return { ...settings, notifications: { ...settings.notifications, webhooks } }
}
