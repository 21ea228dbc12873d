import type { EventType } from '@rollcall/shared/api/event.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { eq } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { siteSettings } from '../../sites/settings.ts'
import { eventTables } from '../../store/schema/activity.ts'
import type { Db } from '../../store/store.ts'
import { eventRetentionMs } from './delete-old-events.ts'

/** Records that a client listens to a site, and may reconnect for events it missed. Writes at most once a day. */
export async function recordListener(ctx: SystemContext, siteId: string): Promise<void> {
  const now = ctx.clock.now().getTime()
  const after = (ms: number) => new Date(now + ms).toISOString()
  const [listener] = await ctx.store.read((db) => {
    const { eventListeners } = db.tables(eventTables)
    return db.select().from(eventListeners).where(eq(eventListeners.siteId, siteId))
  })
  if (listener && listener.until > after(eventRetentionMs - dayMs)) return
  const until = after(eventRetentionMs)
  await ctx.store.write(async (tx) => {
    const { eventListeners } = tx.tables(eventTables)
    await tx
      .insert(eventListeners)
      .values({ siteId, until })
      .onConflictDoUpdate({ target: eventListeners.siteId, set: { until } })
  })
}

/**
 * Reports whether events of a site, or of one type, can reach anybody: a webhook, an open stream, or one that may be
 * reopened. Used where events are many: two events a snapshot cost ingest a seventh of its rate.
 */
export async function hasListeners(db: Db, siteId: string, now: string, type?: EventType): Promise<boolean> {
  const { webhooks } = (await siteSettings(db, siteId)).notifications
  const isWanted = (events: readonly string[]) => type === undefined || events.includes('*') || events.includes(type)
  if (webhooks.some(({ enabled, events }) => enabled && isWanted(events))) return true
  const { eventListeners } = db.tables(eventTables)
  const [listener] = await db.rowsAmong(eventListeners, [siteId], { key: 'siteId', columns: ['until'] })
  return listener !== undefined && listener.until > now
}
