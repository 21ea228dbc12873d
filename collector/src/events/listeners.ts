import { eq } from 'drizzle-orm'
import type { SystemContext } from '../context.ts'
import { siteSettings } from '../sites/settings.ts'
import { eventTables } from '../store/schema/events.ts'
import type { Db } from '../store/store.ts'
import { keptMs } from './forget-old-events.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Notes that somebody listens to a site, and may come back for what happens meanwhile. Writes once a day at most. */
export async function noteListener(ctx: SystemContext, siteId: string): Promise<void> {
  const now = ctx.clock.now().getTime()
  const after = (ms: number) => new Date(now + ms).toISOString()
  const [noted] = await ctx.store.read((db) => {
    const { eventListeners } = db.tables(eventTables)
    return db.select().from(eventListeners).where(eq(eventListeners.siteId, siteId))
  })
  if (noted && noted.until > after(keptMs - dayMs)) return
  const until = after(keptMs)
  await ctx.store.write(async (tx) => {
    const { eventListeners } = tx.tables(eventTables)
    await tx
      .insert(eventListeners)
      .values({ siteId, until })
      .onConflictDoUpdate({ target: eventListeners.siteId, set: { until } })
  })
}

/**
 * Whether what happens on a site can reach anybody: a webhook, or a stream that is open or may be opened again where it
 * ended. Asked by ingest alone: with two events a snapshot they cost it a seventh of its speed.
 */
export async function hasListeners(db: Db, siteId: string, now: string): Promise<boolean> {
  const { webhooks } = (await siteSettings(db, siteId)).notifications
  if (webhooks.some(({ enabled }) => enabled)) return true
  const { eventListeners } = db.tables(eventTables)
  const [noted] = await db.select().from(eventListeners).where(eq(eventListeners.siteId, siteId))
  return noted !== undefined && noted.until > now
}
