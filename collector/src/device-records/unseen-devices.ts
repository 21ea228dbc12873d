import { and, asc, isNull, lt, or, type SQL } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'
import { inList } from './listed-devices.ts'

type Unseen = {
  since: string
  isArchived: boolean
  limit: number
}

/**
 * Ids of the site's devices, listed or archived, that were neither seen nor restored since a time, the longest unseen
 * first.
 */
export async function devicesUnseenSince(
  db: Db,
  siteId: string,
  { since, isArchived, limit }: Unseen,
): Promise<string[]> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(isUnseenSince(db, siteId, { since, isArchived }))
    .orderBy(asc(devices.lastSeen), asc(devices.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

function isUnseenSince(db: Db, siteId: string, { since, isArchived }: Omit<Unseen, 'limit'>): SQL | undefined {
  const { devices } = db.tables(deviceTables)
  const isNotRestored = or(isNull(devices.restoredAt), lt(devices.restoredAt, since))
  return and(inList(db, siteId, isArchived), lt(devices.lastSeen, since), isNotRestored)
}

/** Counts the devices that `devicesUnseenSince` gives, and all of their list. */
export async function countUnseenSince(
  db: Db,
  siteId: string,
  unseen: Omit<Unseen, 'limit'>,
): Promise<{ count: number; total: number }> {
  const { devices } = db.tables(deviceTables)
  const count = await db.$count(devices, isUnseenSince(db, siteId, unseen))
  return { count, total: count === 0 ? 0 : await db.$count(devices, inList(db, siteId, unseen.isArchived)) }
}
