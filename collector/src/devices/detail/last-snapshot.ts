import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import { and, eq } from 'drizzle-orm'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'

/** The newest audit of a device by one origin; undefined if there is none. */
export async function lastSnapshotOf(
  db: Db,
  deviceId: string,
  source: SnapshotSource,
): Promise<{ snapshotId: string; auditDate: string } | undefined> {
  const { deviceStates } = db.tables(deviceTables)
  const [state] = await db
    .select({ snapshotId: deviceStates.snapshotId, auditDate: deviceStates.auditDate })
    .from(deviceStates)
    .where(and(eq(deviceStates.deviceId, deviceId), eq(deviceStates.source, source), eq(deviceStates.depth, 'audit')))
  return state
}
