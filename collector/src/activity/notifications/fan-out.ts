import type { EventType } from '@rollcall/shared/api/event.ts'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { siteSettings } from '../../sites/settings.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import { insertChunks } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { EventRow } from '../events/list-events.ts'
import { addWebhookCalls } from './add-deliveries.ts'

type Webhook = SiteSettings['notifications']['webhooks'][number]

const wants = ({ enabled, events }: Webhook, type: EventType): boolean =>
  enabled && (events.includes('*') || events.includes(type))

/** Inserts a delivery for each webhook that subscribes to an event. */
export async function fanOutToWebhooks(tx: Tx, events: readonly EventRow[]): Promise<void> {
  for (const [siteId, ofSite] of Map.groupBy(events, (event) => event.siteId)) {
    const { webhooks } = (await siteSettings(tx, siteId)).notifications
    const wanted = ofSite.flatMap((event) => {
      const takers = webhooks.filter((webhook) => wants(webhook, event.type))
      return takers.length > 0 ? [{ event, takers, notificationId: newId() }] : []
    })
    await leaveDeliveries(tx, wanted)
  }
}

type Wanted = { event: EventRow; takers: readonly Webhook[]; notificationId: string }

async function leaveDeliveries(tx: Tx, wanted: readonly Wanted[]): Promise<void> {
  const [first] = wanted
  if (!first) return
  const { notifications } = tx.tables(notificationTables)
  const rows = wanted.map(({ event, notificationId }) => ({
    id: notificationId,
    siteId: event.siteId,
    template: 'Event' as const,
    key: event.id,
    subject: event.type,
    createdAt: event.createdAt,
  }))
  for (const chunk of insertChunks(notifications, rows)) await tx.insert(notifications).values(chunk)
  const calls = wanted.flatMap(({ notificationId, takers }) => takers.map((webhook) => ({ notificationId, webhook })))
  await addWebhookCalls(tx, calls, first.event.createdAt)
}
