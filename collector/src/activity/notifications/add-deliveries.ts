import type { DeliveryChannel } from '@rollcall/shared/api/notification.ts'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import { insertChunks } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

type Webhook = Pick<SiteSettings['notifications']['webhooks'][number], 'id' | 'name'>
type OfSite = { id: string; siteId: string }
type Delivery = { notificationId: string; target: string; webhookId?: string }

/**
 * Adds a mail of a notification for each recipient, so that a refused recipient does not cause a second mail to the
 * others. `now` is an RFC 3339 time.
 */
export async function addMails(tx: Tx, { id, siteId }: OfSite, recipients: readonly string[], now: string) {
  const added = [...new Set(recipients)].map((target) => ({ notificationId: id, target }))
  await addDeliveries(tx, 'mail', added, () => `mail:${siteId}`, now)
}

/** Adds deliveries of notifications to webhooks. */
export async function addWebhookCalls(
  tx: Tx,
  calls: readonly { notificationId: string; webhook: Webhook }[],
  now: string,
): Promise<void> {
  const added = calls.map(({ notificationId, webhook: { id, name } }) => ({
    notificationId,
    target: name,
    webhookId: id,
  }))
  await addDeliveries(tx, 'webhook', added, ({ webhookId }) => webhookId ?? '', now)
}

async function addDeliveries(
  tx: Tx,
  channel: DeliveryChannel,
  added: readonly Delivery[],
  laneOf: (delivery: Delivery) => string,
  now: string,
): Promise<void> {
  const { deliveries } = tx.tables(notificationTables)
  const rows = added.map((each) => ({ id: newId(), channel, status: 'Waiting' as const, attempts: 0, ...each }))
  for (const chunk of insertChunks(deliveries, rows)) await tx.insert(deliveries).values(chunk)
  const messages = rows.map((row) => ({ kind: channel, subjectId: row.id, lane: laneOf(row) }))
  await enqueueAll(tx, messages, now)
}
