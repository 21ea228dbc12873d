import { and, count, eq, inArray } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'

/** How many listed devices were last found on each of these segments; one with none is not in the map. */
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
