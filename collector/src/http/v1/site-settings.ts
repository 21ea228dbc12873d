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
import type { App, HttpDeps } from '../environment.ts'
import { json, notModified, patchBody, routesOf } from '../openapi/route.ts'

const effects: readonly SettingsEffect[] = [reclusterFallback, resumeOffloadAfterChange]

const path = '/api/v1/site/settings'
const route = routesOf('Sites', 'Administrator')

const get = route.get(path, {
  operationId: 'getSiteSettings',
  summary: 'Get the settings of the current site',
  description: 'Secrets are not returned, only whether they are set.',
  responses: { 200: json(siteSettingsSchema, 'The settings'), ...notModified },
})

const update = route.patch(path, {
  operationId: 'updateSiteSettings',
  summary: 'Update the settings of the current site',
  description:
    'Absent fields stay unchanged, and an array is replaced as a whole. Changes take effect at once. Secrets are write-only: encrypted at rest, never returned and never logged. The one exception is the generated secret of a new webhook, which only this response contains. A webhook is identified by its id. A webhook that `webhooks` does not contain is removed.',
  request: { body: patchBody(patchSiteSettingsSchema) },
  responses: { 200: json(patchedSiteSettingsSchema, 'The updated settings') },
})

export function siteSettingsRoutes(app: App, { agentSchedules }: HttpDeps): void {
  app.openapi(get, async (c) => show(c, await getSiteSettings(c.get('ctx'))))
  app.openapi(update, async (c) => {
    const updated = await updateSiteSettings(c.get('ctx'), c.req.valid('json'), effects, preconditionOf(c))
    agentSchedules.forget(c.get('ctx').siteId)
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
