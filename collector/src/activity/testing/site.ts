import type { PatchSiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { asc } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { RetryLater } from '../../outbox/dispatcher.ts'
import { updateSiteSettings } from '../../sites/update-settings.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import { deliveryHandlers } from '../notifications/outbox-handlers.ts'
import type { WebhookOptions } from '../notifications/send-webhook.ts'

/** For tests: sends the notifications of a site, attempt by attempt. */
export function testSite(ctx: Context, options: WebhookOptions = {}) {
  const handlers = deliveryHandlers(ctx, options)
  const deliveries = () =>
    ctx.store.read((db) => {
      const { deliveries } = db.tables(notificationTables)
      return db.select().from(deliveries).orderBy(asc(deliveries.target))
    })
  return {
    deliveries,
    /** Changes settings as a part of the system, which is no edit: an edit would be an event for each webhook. */
    set: (notifications: NonNullable<PatchSiteSettings['notifications']>) =>
      updateSiteSettings({ ...ctx, actor: { ...ctx.actor, kind: 'system', id: 'test' } }, { notifications }, []),
    /** Makes one attempt for each pending delivery. Returns the seconds to the next attempt of each that is retried. */
    async attempt(signal = AbortSignal.timeout(10_000)): Promise<number[]> {
      const waits: number[] = []
      for (const { id, channel, status } of await deliveries()) {
        if (status !== 'Waiting') continue
        await handlers[channel](id, signal).catch((error: unknown) => {
          if (!(error instanceof RetryLater)) throw error
          waits.push(error.waitMs / 1000)
        })
      }
      return waits
    },
  }
}
