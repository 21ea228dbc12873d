import type { Actor, Context, SystemContext } from '../context.ts'
import { siteSettings } from '../sites/settings.ts'
import { updateSiteSettings } from '../sites/update-settings.ts'

/** Ends a webhook whose receiver is gone, as an Administrator would; the change log tells it. */
export async function disableWebhook(ctx: SystemContext, siteId: string, webhookId: string): Promise<void> {
  const { webhooks } = (await ctx.store.read((db) => siteSettings(db, siteId))).notifications
  const seen = JSON.stringify(webhooks)
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
  await updateSiteSettings(system, { notifications: { webhooks: patched } }, (current) => {
    // The patch replaces the list: one that was changed meanwhile is left as it is, and asked again with the retry.
    const now = (current as Awaited<ReturnType<typeof siteSettings>>).notifications.webhooks
    if (JSON.stringify(now) !== seen) throw new Error('the webhooks were changed at the same moment')
  })
}
