import type { List } from '@rollcall/shared/api/common.ts'
import type { Delivery, Notification, NotificationQuery } from '@rollcall/shared/api/notification.ts'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import type { Db } from '../../store/store.ts'

/** Lists notifications of the site, sent or not, newest first, then by id. */
export async function listNotifications(ctx: Context, query: NotificationQuery): Promise<List<Notification>> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    const { notifications, deliveries } = db.tables(notificationTables)
    const withStatus =
      query.status &&
      db.select({ id: deliveries.notificationId }).from(deliveries).where(eq(deliveries.status, query.status))
    const where = and(eq(notifications.siteId, ctx.siteId), withStatus && inArray(notifications.id, withStatus))
    const rows = db
      .select()
      .from(notifications)
      .where(where)
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
    const { items, total } = await readPage(rows, db.$count(notifications, where), query)
    const of = await deliveriesOf(
      db,
      items.map(({ id }) => id),
    )
    return {
      items: items.map(({ siteId: _, key: __, data: ___, ...row }) => ({ ...row, deliveries: of.get(row.id) ?? [] })),
      total,
    }
  })
}

/** Reads the deliveries of notifications, in order of their creation. */
export async function deliveriesOf(db: Db, ids: readonly string[]): Promise<Map<string, Delivery[]>> {
  const { deliveries } = db.tables(notificationTables)
  const rows = await db
    .select()
    .from(deliveries)
    .where(inArray(deliveries.notificationId, [...ids]))
    .orderBy(asc(deliveries.id))
  const of = new Map<string, Delivery[]>()
  for (const { notificationId, webhookId: _, ...delivery } of rows) {
    of.set(notificationId, [...(of.get(notificationId) ?? []), delivery])
  }
  return of
}
