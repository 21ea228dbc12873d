import type { PatchSiteSettings, SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { type FieldError, invalidFields } from '@rollcall/shared/errors.ts'
import { defaultIntervalMinutes } from '@rollcall/shared/messages/agent-schedule.ts'
import { type Outbound, OutboundRefused } from '@rollcall/shared/node/outbound/outbound.ts'
import { webhookTarget } from './webhook-target.ts'

/** Throws `validation_failed` with each inconsistency in the settings after the patch. */
export function checkSettings(
  { snapshotStorage: storage, notifications, agents }: SiteSettings,
  patch: PatchSiteSettings,
  outbound: Outbound,
): void {
  const { smtp } = notifications
  const rules: [isBroken: boolean, path: string, message: string][] = [
    [storage.enabled && !storage.bucket, '/snapshotStorage/bucket', 'is required while it is enabled'],
    [storage.enabled && !storage.accessKeyId, '/snapshotStorage/accessKeyId', 'is required while it is enabled'],
    [
      storage.enabled && !storage.secretAccessKeySet,
      '/snapshotStorage/secretAccessKey',
      'is required while it is enabled',
    ],
    [smtp.host !== null && !smtp.from, '/notifications/smtp/from', 'is required with a host'],
    [
      smtp.host !== null && smtp.username !== null && !smtp.passwordSet,
      '/notifications/smtp/password',
      'is required with a user name, and must be entered again for another host',
    ],
    [
      (agents.jitterMinutes ?? 0) > (agents.intervalMinutes ?? defaultIntervalMinutes),
      '/agents/jitterMinutes',
      `must be at most the interval of ${counted(agents.intervalMinutes ?? defaultIntervalMinutes, 'minute')}`,
    ],
    [smtp.username === null && smtp.passwordSet, '/notifications/smtp/username', 'is required with a password'],
  ]
  const broken = rules.flatMap(([isBroken, path, message]) => (isBroken ? [{ path, message }] : []))
  const faults = [...broken, ...webhookFaults(outbound, patch.notifications)]
  if (faults.length > 0) throw invalidFields(faults)
}

/** Rejects webhooks whose URL is in a closed address range. The address behind a name is checked at each delivery. */
function webhookFaults(outbound: Outbound, patch: PatchSiteSettings['notifications']): FieldError[] {
  return (patch?.webhooks ?? []).flatMap(({ url }, index) => {
    const { purpose, ...target } = webhookTarget(new URL(url))
    try {
      outbound.checkAddress(purpose, target)
      return []
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error
      return [{ path: `/notifications/webhooks/${index}/url`, message: error.message }]
    }
  })
}
