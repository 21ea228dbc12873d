import { randomBytes } from 'node:crypto'
import type { PatchSiteSettings, SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { type OpenSettings, type SettingsSecrets, webhookSecretName } from './settings.ts'

type Webhook = SiteSettings['notifications']['webhooks'][number]
type WebhookPatch = NonNullable<NonNullable<PatchSiteSettings['notifications']>['webhooks']>[number]
/** Settings with their secrets. `madeSecrets` are the new ones that nobody has seen, by webhook id. */
export type MergedSettings = OpenSettings & { madeSecrets: ReadonlyMap<string, string> }

/** Applies the patch to the settings. Throws `validation_failed` for an unknown webhook. */
export function mergeSettings(before: OpenSettings, patch: PatchSiteSettings): MergedSettings {
  const { settings } = before
  const { secretAccessKey, ...storage } = patch.snapshotStorage ?? {}
  const { smtp: smtpPatch, webhooks: webhooksPatch, ...notificationsPatch } = patch.notifications ?? {}
  const { password, ...smtpRest } = smtpPatch ?? {}
  const smtp = overlay(settings.notifications.smtp, smtpRest)
  // Otherwise a password that nobody can read could be sent to any server.
  const storedPassword = smtp.host === settings.notifications.smtp.host ? before.secrets['smtp'] : undefined
  const webhooks = mergeWebhooks(before, webhooksPatch)
  const secrets: SettingsSecrets = {
    ...named('snapshotStorage', secretAccessKey === undefined ? before.secrets['snapshotStorage'] : secretAccessKey),
    ...named('smtp', password === undefined ? storedPassword : password),
    ...webhooks.secrets,
  }
  return {
    settings: {
      snapshotStorage: {
        ...overlay(settings.snapshotStorage, storage),
        secretAccessKeySet: 'snapshotStorage' in secrets,
      },
      machineIdFallback: overlay(settings.machineIdFallback, patch.machineIdFallback),
      retention: overlay(settings.retention, patch.retention),
      quota: overlay(settings.quota, patch.quota),
      workload: overlay(settings.workload, patch.workload),
      ssh: overlay(settings.ssh, patch.ssh),
      agents: overlay(settings.agents, patch.agents),
      display: overlay(settings.display, patch.display),
      notifications: {
        ...overlay(settings.notifications, notificationsPatch),
        smtp: { ...smtp, passwordSet: 'smtp' in secrets },
        webhooks: webhooks.webhooks,
      },
    },
    secrets,
    madeSecrets: webhooks.madeSecrets,
  }
}

/** Replaces the whole list if one is given. A webhook that stays keeps its secret unless the patch has another. */
function mergeWebhooks({ settings, secrets }: OpenSettings, patch: readonly WebhookPatch[] | undefined) {
  const before = settings.notifications.webhooks
  const webhooks = patch ? patch.map((each, index) => toWebhook(each, index, patch, before)) : before
  const madeSecrets = new Map<string, string>()
  const storedSecrets = webhooks.map(({ id }, index): [string, string] => {
    const given = patch?.[index]?.secret ?? secrets[webhookSecretName(id)]
    if (given !== undefined) return [webhookSecretName(id), given]
    const made = newWebhookSecret()
    madeSecrets.set(id, made)
    return [webhookSecretName(id), made]
  })
  return { webhooks, secrets: Object.fromEntries(storedSecrets), madeSecrets }
}

function toWebhook(
  { id, name, url, enabled, events }: WebhookPatch,
  index: number,
  patch: readonly WebhookPatch[],
  before: readonly Webhook[],
): Webhook {
  const fields = { name, url, enabled, events: [...new Set(events)], secretSet: true }
  if (id === undefined) return { id: newId(), ...fields }
  const pointer = `/notifications/webhooks/${index}/id`
  if (!before.some((each) => each.id === id)) throw invalidField(pointer, 'is not a webhook of this site')
  if (patch.findIndex((each) => each.id === id) < index) throw invalidField(pointer, 'is listed twice')
  return { id, ...fields }
}

/** Creates a secret of Standard Webhooks: `whsec_` and the base64 of 24 to 64 bytes. */
const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const named = (name: string, secret: string | null | undefined): SettingsSecrets => (secret ? { [name]: secret } : {})

/** Overlays the fields of a patch. Absent fields stay. */
function overlay<T extends object>(before: T, patch: { [K in keyof T]?: T[K] | undefined } | undefined): T {
  const given = Object.entries(patch ?? {}).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given) }
}
