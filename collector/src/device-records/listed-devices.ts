import { type AnyColumn, and, count, eq, exists, inArray, type SQL } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { rowByRow } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Selects the devices of a site's list, by equality with the first columns of each index. */
export function inList(db: Db, siteId: string, isArchived = false): SQL | undefined {
  const { devices } = db.tables(deviceTables)
  return and(eq(devices.siteId, siteId), eq(devices.isArchived, isArchived))
}

/** Selects the devices of a site's list, evaluated row by row. */
export function eachInList(db: Db, siteId: string, isArchived = false): SQL | undefined {
  const { devices } = db.tables(deviceTables)
  return and(rowByRow(eq(devices.siteId, siteId)), rowByRow(eq(devices.isArchived, isArchived)))
}

/** Condition that the device in a column of another table is not archived, for that table's own query. */
export function isListed(db: Db, deviceId: AnyColumn): SQL {
  const { devices } = db.tables(deviceTables)
  const listed = and(eq(devices.id, deviceId), eq(devices.isArchived, false))
  return exists(db.select({ id: devices.id }).from(devices).where(listed))
}

/** Time of the last sighting of each listed device of the site, as a subquery to join. An index has that order. */
export function devicesSeen(db: Db, siteId: string) {
  const { devices } = db.tables(deviceTables)
  return db.select({ id: devices.id, lastSeen: devices.lastSeen }).from(devices).where(inList(db, siteId)).as('seen')
}

/** Number of listed devices last found on each of these segments. A segment without any is not in the map. */
export async function countDevicesBySegment(db: Db, segmentIds: readonly string[]): Promise<Map<string, number>> {
  if (segmentIds.length === 0) return new Map()
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ segmentId: devices.lastSegmentId, n: count() })
    .from(devices)
    .where(and(inArray(devices.lastSegmentId, [...segmentIds]), eq(devices.isArchived, false)))
    .groupBy(devices.lastSegmentId)
  return new Map(rows.flatMap((row) => (row.segmentId === null ? [] : [[row.segmentId, row.n] as const])))
}
