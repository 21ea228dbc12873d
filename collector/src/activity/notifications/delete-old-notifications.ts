import type { NotificationTemplate } from '@rollcall/shared/api/notification.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { notificationTables } from '../../store/schema/activity.ts'

/**
 * Retention of notifications, longer than any delivery is retried. Notifications of events are many, and of little use
 * once they are sent.
 */
const notificationRetentionMs: Record<NotificationTemplate, number> = {
  Event: 7 * dayMs,
  Finding: 90 * dayMs,
  Report: 365 * dayMs,
  Administrative: 365 * dayMs,
}
/** Rows of one transaction, so that others get their turn. */
const rowsPerTurn = 1_000

/** Deletes old notifications; a periodic job. */
export async function deleteOldNotifications(ctx: SystemContext, time: TrustedTime): Promise<void> {
  for (const template of ['Event', 'Finding', 'Report', 'Administrative'] as const) {
    const before = time.before(notificationRetentionMs[template])
    let removed = rowsPerTurn
    while (removed === rowsPerTurn) removed = await forget(ctx, template, before)
  }
}

function forget(ctx: SystemContext, template: NotificationTemplate, before: string): Promise<number> {
  return ctx.store.write(async (tx) => {
    const { notifications } = tx.tables(notificationTables)
    const old = tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(and(eq(notifications.template, template), lt(notifications.createdAt, before)))
      .limit(rowsPerTurn)
    const gone = await tx
      .delete(notifications)
      .where(inArray(notifications.id, old))
      .returning({ id: notifications.id })
    return gone.length
  })
}
