import { type AnyColumn, and, eq, exists, type SQL } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { rowByRow } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Which of a site's devices a list is of. Equality with what each index begins with. */
export function inList(db: Db, siteId: string, isArchived = false): SQL | undefined {
  const { devices } = db.tables(deviceTables)
  return and(eq(devices.siteId, siteId), eq(devices.isArchived, isArchived))
}

/** The same, looked at row by row. */
export function eachInList(db: Db, siteId: string, isArchived = false): SQL | undefined {
  const { devices } = db.tables(deviceTables)
  return and(rowByRow(eq(devices.siteId, siteId)), rowByRow(eq(devices.isArchived, isArchived)))
}

/** Whether the device that a column of another table names is not archived, for that table's own query. */
export function isListed(db: Db, deviceId: AnyColumn): SQL {
  const { devices } = db.tables(deviceTables)
  const listed = and(eq(devices.id, deviceId), eq(devices.isArchived, false))
  return exists(db.select({ id: devices.id }).from(devices).where(listed))
}
