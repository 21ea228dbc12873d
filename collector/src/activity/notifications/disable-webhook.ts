import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { Actor, Context, SystemContext } from '../../lib/context.ts'
import { updateSiteSettings } from '../../sites/update-settings.ts'

type Seen = { siteId: string; webhookId: string; webhooks: SiteSettings['notifications']['webhooks'] }

/**
 * Disables a webhook whose receiver is gone, as an Administrator would, with a change log entry. `webhooks` are the
 * settings at the time of the call.
 */
export async function disableWebhook(ctx: SystemContext, { siteId, webhookId, webhooks }: Seen): Promise<void> {
  const actor: Actor = {
    kind: 'system',
    id: 'rollcall',
    name: 'Rollcall',
    capabilities: ['Administrator'],
    siteIds: [siteId],
  }
  const system: Context = { ...ctx, siteId, actor }
  const patched = webhooks.map(({ secretSet: _, ...webhook }) =>
    webhook.id === webhookId ? { ...webhook, enabled: false } : webhook,
  )
  await updateSiteSettings(system, { notifications: { webhooks: patched } }, [], (current) => {
    // The webhook may have changed since the call, and the patch replaces the list. The retry calls again.
    const now = (current as SiteSettings).notifications.webhooks
    if (JSON.stringify(now) !== JSON.stringify(webhooks)) throw new Error('the webhooks were changed meanwhile')
  })
}
