import type { EventType } from '@rollcall/shared/api/site-settings.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { eq } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { siteSettings } from '../../sites/settings.ts'
import { eventTables } from '../../store/schema/activity.ts'
import type { Db } from '../../store/store.ts'
import { eventRetentionMs } from './delete-old-events.ts'

/** Notes that somebody listens to a site, and may come back for what happens meanwhile. Writes once a day at most. */
export async function recordListener(ctx: SystemContext, siteId: string): Promise<void> {
  const now = ctx.clock.now().getTime()
  const after = (ms: number) => new Date(now + ms).toISOString()
  const [noted] = await ctx.store.read((db) => {
    const { eventListeners } = db.tables(eventTables)
    return db.select().from(eventListeners).where(eq(eventListeners.siteId, siteId))
  })
  if (noted && noted.until > after(eventRetentionMs - dayMs)) return
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
 * Whether what happens on a site, or events of one type, can reach anybody: a webhook, or a stream that is open or may be
 * opened again where it ended. Asked where there are many: with two events a snapshot they cost ingest a seventh of its
 * speed.
 */
export async function hasListeners(db: Db, siteId: string, now: string, type?: EventType): Promise<boolean> {
  const { webhooks } = (await siteSettings(db, siteId)).notifications
  const isWanted = (events: readonly string[]) => type === undefined || events.includes('*') || events.includes(type)
  if (webhooks.some(({ enabled, events }) => enabled && isWanted(events))) return true
  const { eventListeners } = db.tables(eventTables)
  const [noted] = await db.rowsAmong(eventListeners, [siteId], { key: 'siteId', columns: ['until'] })
  return noted !== undefined && noted.until > now
}
