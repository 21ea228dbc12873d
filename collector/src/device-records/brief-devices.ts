import type { BriefDevice } from '@rollcall/shared/api/device-merge.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Identifying fields of devices, by id. */
export async function briefDevices(db: Db, ids: readonly string[]): Promise<Map<string, BriefDevice>> {
  const { devices } = db.tables(deviceTables)
  const { id, name, type, ipAddress, macAddress, serialNumber, firstSeen, lastSeen } = devices
  const rows = await db
    .select({ id, name, type, ipAddress, macAddress, serialNumber, firstSeen, lastSeen })
    .from(devices)
    .where(among(id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row]))
}
