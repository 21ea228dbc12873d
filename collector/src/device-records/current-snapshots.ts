import { inArray } from 'drizzle-orm'
import { snapshotIdsIn } from '../matching/newest-states.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'

/** Current snapshots of these devices: the newest of each source at each depth, and those of its sections. */
export async function currentSnapshots(db: Db, deviceIds: readonly string[]): Promise<Set<string>> {
  const { deviceStates } = db.tables(deviceTables)
  const rows = await db
    .select({ snapshotId: deviceStates.snapshotId, earlier: deviceStates.earlier })
    .from(deviceStates)
    .where(inArray(deviceStates.deviceId, [...deviceIds]))
  return new Set(rows.flatMap(snapshotIdsIn))
}
