import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { ChangeRow } from '../change-log/record-changes.ts'
import { type OpenSettings, webhookSecretName } from './settings.ts'

type Webhook = SiteSettings['notifications']['webhooks'][number]
/** Values by their dotted names; null means no value. */
type Leaves = Map<string, string | null>

/** Text for a secret in the log: the log shows only whether there is one. */
const hidden = '(secret)'
/** Recipients and account names are hidden: the settings are for Administrators, the log is for everybody. */
const hiddenFields = ['notifications.recipients', 'notifications.smtp.username', 'snapshotStorage.accessKeyId']

/**
 * Lists the change log entries between two versions of a site's settings: one for each value. Webhooks are logged as
 * records of their own.
 */
export function settingsChanges(siteId: string, before: OpenSettings, after: OpenSettings): ChangeRow[] {
  const webhooks = (of: OpenSettings) => new Map(of.settings.notifications.webhooks.map((each) => [each.id, each]))
  const settings = { entity: 'Site settings', entityId: siteId, subject: 'Site settings' }
  const [old, now] = [webhooks(before), webhooks(after)]
  const both = [...old].flatMap(([id, from]) => {
    const to = now.get(id)
    return to ? [{ id, from, to }] : []
  })
  return [
    ...modified(settings, settingsLeaves(before), settingsLeaves(after), shownOfSettings),
    ...secretRows(settings, 'snapshotStorage.secretAccessKey', 'snapshotStorage', before, after),
    ...secretRows(settings, 'notifications.smtp.password', 'smtp', before, after),
    ...both.flatMap(({ id, from, to }) => [
      ...modified(webhook(to), webhookLeaves(from), webhookLeaves(to), shownOfWebhook),
      ...secretRows(webhook(to), 'secret', webhookSecretName(id), before, after),
    ]),
    ...[...now.values()].filter(({ id }) => !old.has(id)).map(added),
    ...[...old.values()].filter(({ id }) => !now.has(id)).map(deleted),
  ]
}

type Subject = { entity: string; entityId: string; subject: string }

const webhook = ({ id, name }: Webhook): Subject => ({ entity: 'Webhook', entityId: id, subject: name })
const added = ({ id, name }: Webhook): ChangeRow => ({ verb: 'Added', entity: 'Webhook', entityId: id, to: name })
const deleted = ({ id, name }: Webhook): ChangeRow => ({ verb: 'Deleted', entity: 'Webhook', entityId: id, from: name })

type Show = (field: string, value: string | null) => string | null

function modified(record: Subject, before: Leaves, after: Leaves, show: Show): ChangeRow[] {
  return [...after].flatMap(([field, to]) => {
    const from = before.get(field) ?? null
    if (from === to) return []
    return [{ verb: 'Modified' as const, ...record, field, from: show(field, from), to: show(field, to) }]
  })
}

function secretRows(
  record: Subject,
  field: string,
  name: string,
  before: OpenSettings,
  after: OpenSettings,
): ChangeRow[] {
  if (before.secrets[name] === after.secrets[name]) return []
  const [from, to] = [before, after].map(({ secrets }) => (name in secrets ? hidden : null))
  return [{ verb: 'Modified', ...record, field, from: from ?? null, to: to ?? null }]
}

function settingsLeaves({ settings }: OpenSettings): Leaves {
  const { secretAccessKeySet: _, ...snapshotStorage } = settings.snapshotStorage
  const { webhooks: __, smtp, ...notifications } = settings.notifications
  const { passwordSet: ___, ...shownSmtp } = smtp
  return leavesOf({ ...settings, snapshotStorage, notifications: { ...notifications, smtp: shownSmtp } })
}

const webhookLeaves = ({ name, url, enabled, events }: Webhook): Leaves => leavesOf({ name, url, enabled, events })

const shownOfSettings: Show = (field, value) => (value && hiddenFields.includes(field) ? hidden : value)

/** Shows only the origin of a webhook's URL: with many services the path grants access, and everybody reads the log. */
const shownOfWebhook: Show = (field, value) =>
  field === 'url' && value !== null ? `${new URL(value).origin}/…` : value

function leavesOf(value: object, prefix = ''): Leaves {
  const entries = Object.entries(value).flatMap(([key, leaf]): [string, string | null][] => {
    const name = `${prefix}${key}`
    if (leaf === null) return [[name, null]]
    if (Array.isArray(leaf)) return [[name, leaf.join(', ')]]
    return typeof leaf === 'object' ? [...leavesOf(leaf as object, `${name}.`)] : [[name, String(leaf)]]
  })
  return new Map(entries)
}
