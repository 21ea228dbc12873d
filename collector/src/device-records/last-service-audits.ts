import { and, eq } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Returns the time at which an Audit Service last read each device, for those that one has read. */
export async function lastServiceAudits(db: Db, deviceIds: readonly string[]): Promise<Map<string, string>> {
  const { deviceStates } = db.tables(deviceTables)
  const { deviceId, source, depth, auditDate } = deviceStates
  const rows = await db
    .select({ deviceId, auditDate })
    .from(deviceStates)
    .where(and(among(deviceId, deviceIds), eq(source, 'Service'), eq(depth, 'audit')))
  return new Map(rows.map((row) => [row.deviceId, row.auditDate]))
}
