import type { NotificationTemplate } from '@rollcall/shared/api/notification.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { siteSettings } from '../../sites/settings.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import type { Tx } from '../../store/store.ts'
import { addMails } from './add-deliveries.ts'

type Notice = {
  siteId: string
  template: Exclude<NotificationTemplate, 'Event' | 'Report'>
  /** Subject of the notice: a site sends a notice of one key once. */
  key: string
  subject: string
  text: string
  timestamp: string
}

/**
 * Sends a notice to the people of a site: shown in the interface, and mailed to each recipient in the settings. Call
 * `ctx.wakeOutbox()` after the commit. Returns false if a notice of this key was sent before.
 */
export async function notify(tx: Tx, { timestamp, ...notice }: Notice): Promise<boolean> {
  const { notifications } = tx.tables(notificationTables)
  const row = { id: newId(), ...notice, createdAt: timestamp }
  const written = await tx.insert(notifications).values(row).onConflictDoNothing().returning({ id: notifications.id })
  if (written.length === 0) return false
  const { smtp, recipients } = (await siteSettings(tx, notice.siteId)).notifications
  if (smtp.host === null) return true
  await addMails(tx, row, recipients, timestamp)
  return true
}
