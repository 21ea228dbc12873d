import { and, eq, isNull } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Devices that were found but never audited. */
export async function unauditedOf(db: Db, siteId: string, deviceIds: readonly string[]): Promise<Set<string>> {
  const { devices } = db.tables(deviceTables)
  const unaudited = and(eq(devices.siteId, siteId), among(devices.id, deviceIds), isNull(devices.auditId))
  const rows = await db.select({ id: devices.id }).from(devices).where(unaudited)
  return new Set(rows.map(({ id }) => id))
}
