import type { NotificationTemplate } from '@rollcall/shared/api/notification.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { siteSettings } from '../../sites/settings.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import { insertChunks } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { newDelivery } from './new-delivery.ts'

type Notice = {
  siteId: string
  template: Exclude<NotificationTemplate, 'Event'>
  /** What it is about: on its site, a notice of one key goes out once. */
  key: string
  subject: string
  text: string
  timestamp: string
}

/**
 * Tells the people of a site something: shown to them, and mailed to each recipient of the settings. Call
 * `ctx.wakeOutbox()` after the commit. False when a notice of this key was given before.
 */
export async function notify(tx: Tx, { timestamp, ...notice }: Notice): Promise<boolean> {
  const { notifications, deliveries } = tx.tables(notificationTables)
  const row = { id: newId(), ...notice, createdAt: timestamp }
  const written = await tx.insert(notifications).values(row).onConflictDoNothing().returning({ id: notifications.id })
  if (written.length === 0) return false
  const { smtp, recipients } = (await siteSettings(tx, notice.siteId)).notifications
  if (smtp.host === null) return true
  // A delivery each, so that a recipient who is refused does not have the others written to again.
  const rows = [...new Set(recipients)].map((target) => newDelivery(row.id, 'mail', target))
  for (const chunk of insertChunks(deliveries, rows)) await tx.insert(deliveries).values(chunk)
  const messages = rows.map(({ id }) => ({ kind: 'mail', subjectId: id, lane: `mail:${notice.siteId}` }))
  await enqueueAll(tx, messages, timestamp)
  return true
}
