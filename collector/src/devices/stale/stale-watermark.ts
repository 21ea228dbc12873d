import { and, eq, gte, lt } from 'drizzle-orm'
import { inList } from '../../device-records/listed-devices.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db, Tx } from '../../store/store.ts'

/**
 * Devices of the site last seen before this time are stale; undefined if none is. The watermark moves when the events
 * are emitted (`emit-stale-events.ts`), so that lists agree with the events.
 */
export async function staleBefore(db: Db, siteId: string): Promise<string | undefined> {
  const { staleMarks } = db.tables(deviceHistoryTables)
  const [watermark] = await db
    .select({ lastSeen: staleMarks.lastSeen })
    .from(staleMarks)
    .where(eq(staleMarks.siteId, siteId))
  return watermark?.lastSeen
}

export const isStale = ({ lastSeen }: { lastSeen: string }, watermark: string | undefined): boolean =>
  watermark !== undefined && lastSeen < watermark

/** Counts the devices that would newly become stale from a time on, and all listed ones. */
export async function countStale(
  db: Db,
  siteId: string,
  since: string | undefined,
): Promise<{ count: number; total: number }> {
  const watermark = await staleBefore(db, siteId)
  if (since === undefined || (watermark !== undefined && since <= watermark)) return { count: 0, total: 0 }
  const { devices } = db.tables(deviceTables)
  const isNew = watermark === undefined ? undefined : gte(devices.lastSeen, watermark)
  const count = await db.$count(devices, and(inList(db, siteId), isNew, lt(devices.lastSeen, since)))
  return { count, total: count === 0 ? 0 : await db.$count(devices, inList(db, siteId)) }
}

export async function moveStaleWatermark(tx: Tx, siteId: string, lastSeen: string): Promise<void> {
  const { staleMarks } = tx.tables(deviceHistoryTables)
  const set = { lastSeen }
  await tx.insert(staleMarks).values({ siteId, lastSeen }).onConflictDoUpdate({ target: staleMarks.siteId, set })
}

export async function deleteStaleWatermark(tx: Tx, siteId: string): Promise<void> {
  const { staleMarks } = tx.tables(deviceHistoryTables)
  await tx.delete(staleMarks).where(eq(staleMarks.siteId, siteId))
}
