import { and, eq, gte, lt } from 'drizzle-orm'
import { inList } from '../../device-records/listed-devices.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db, Tx } from '../../store/store.ts'

/**
 * Devices of the site that were last seen before this are stale; undefined where none is. It is moved on when they are
 * told to be (`tell-stale.ts`), so that lists show what the events say.
 */
export async function staleBefore(db: Db, siteId: string): Promise<string | undefined> {
  const { staleMarks } = db.tables(deviceHistoryTables)
  const [mark] = await db
    .select({ lastSeen: staleMarks.lastSeen })
    .from(staleMarks)
    .where(eq(staleMarks.siteId, siteId))
  return mark?.lastSeen
}

export const isStale = ({ lastSeen }: { lastSeen: string }, mark: string | undefined): boolean =>
  mark !== undefined && lastSeen < mark

/** Counts the devices that would be stale from then on and are not yet, and all that are listed. */
export async function countStale(
  db: Db,
  siteId: string,
  since: string | undefined,
): Promise<{ count: number; total: number }> {
  const mark = await staleBefore(db, siteId)
  if (since === undefined || (mark !== undefined && since <= mark)) return { count: 0, total: 0 }
  const { devices } = db.tables(deviceTables)
  const isNew = mark === undefined ? undefined : gte(devices.lastSeen, mark)
  const count = await db.$count(devices, and(inList(db, siteId), isNew, lt(devices.lastSeen, since)))
  return { count, total: count === 0 ? 0 : await db.$count(devices, inList(db, siteId)) }
}

export async function moveStaleMark(tx: Tx, siteId: string, lastSeen: string): Promise<void> {
  const { staleMarks } = tx.tables(deviceHistoryTables)
  const set = { lastSeen }
  await tx.insert(staleMarks).values({ siteId, lastSeen }).onConflictDoUpdate({ target: staleMarks.siteId, set })
}

export async function dropStaleMark(tx: Tx, siteId: string): Promise<void> {
  const { staleMarks } = tx.tables(deviceHistoryTables)
  await tx.delete(staleMarks).where(eq(staleMarks.siteId, siteId))
}
