import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import { and, eq } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'

/** The newest audit of a device by one origin; null when there is none. */
export async function lastSnapshotOf(db: Db, deviceId: string, source: SnapshotSource): Promise<string | null> {
  const { deviceStates } = db.tables(deviceTables)
  const [state] = await db
    .select({ snapshotId: deviceStates.snapshotId })
    .from(deviceStates)
    .where(and(eq(deviceStates.deviceId, deviceId), eq(deviceStates.source, source), eq(deviceStates.depth, 'audit')))
  return state?.snapshotId ?? null
}
