import { and, asc, inArray, isNull, lt, or } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'
import { inList } from './listed.ts'

type Unseen = {
  since: string
  isArchived: boolean
  limit: number
}

/** Ids of those of the site's devices, listed or archived, that nobody has seen or restored since then, the longest unseen first. */
export async function devicesUnseenSince(
  db: Db,
  siteId: string,
  { since, isArchived, limit }: Unseen,
): Promise<string[]> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        inList(db, siteId, isArchived),
        lt(devices.lastSeen, since),
        or(isNull(devices.restoredAt), lt(devices.restoredAt, since)),
      ),
    )
    .orderBy(asc(devices.lastSeen), asc(devices.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Of these devices, the snapshots that say what they are now: the newest of each source at each depth. */
export async function currentSnapshots(db: Db, deviceIds: readonly string[]): Promise<Set<string>> {
  const { deviceStates } = db.tables(deviceTables)
  const rows = await db
    .select({ snapshotId: deviceStates.snapshotId })
    .from(deviceStates)
    .where(inArray(deviceStates.deviceId, [...deviceIds]))
  return new Set(rows.map(({ snapshotId }) => snapshotId))
}
