import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'

/** Ids of the site's devices that nobody has seen since then, the longest unseen first. */
export async function devicesUnseenSince(db: Db, siteId: string, since: string, limit: number): Promise<string[]> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.siteId, siteId), lt(devices.lastSeen, since)))
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
