import type { ReportData } from '@rollcall/shared/api/report.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { siteSettings } from '../../sites/settings.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import type { Tx } from '../../store/store.ts'
import { addMails, addWebhookCalls } from './add-deliveries.ts'
import type { NotificationFile } from './notification-file.ts'

type SentReport = {
  siteId: string
  reportId: string
  subject: string
  text: string
  data: ReportData
  /** Packed by `packFile`. */
  file: NotificationFile | undefined
  recipients: readonly string[]
  webhookIds: readonly string[]
  timestamp: string
}

/**
 * Adds the notification of a report's run, and a delivery for each recipient and for each of its webhooks that the site
 * still has. Returns its id; undefined if there is none of either. Call `ctx.wakeOutbox()` after the commit.
 */
export async function sendReport(tx: Tx, report: SentReport): Promise<string | undefined> {
  const { siteId, reportId, subject, text, data, file, recipients, webhookIds, timestamp } = report
  const { webhooks } = (await siteSettings(tx, siteId)).notifications
  const called = webhooks.filter(({ id }) => webhookIds.includes(id))
  if (recipients.length + called.length === 0) return undefined
  const { notifications, notificationFiles } = tx.tables(notificationTables)
  const notification = { id: newId(), siteId, subject, text, createdAt: timestamp }
  const key = `report:${data.runId}`
  await tx.insert(notifications).values({ ...notification, template: 'Report', key, data: { ...data, reportId } })
  if (file) await tx.insert(notificationFiles).values({ notificationId: notification.id, ...file })
  await addMails(tx, notification, recipients, timestamp)
  const calls = called.map((webhook) => ({ notificationId: notification.id, webhook }))
  await addWebhookCalls(tx, calls, timestamp)
  return notification.id
}
