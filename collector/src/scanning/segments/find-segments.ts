import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { segmentTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/** Returns the ids of the site's segments that meet a condition on their name in lower case and their id. */
export async function segmentIdsNamed(
  db: Db,
  siteId: string,
  where: (name: SQLiteColumn, id: SQLiteColumn) => SQL | undefined,
): Promise<string[]> {
  const { segments } = db.tables(segmentTables)
  const rows = await db
    .select({ id: segments.id })
    .from(segments)
    .where(and(eq(segments.siteId, siteId), where(segments.nameKey, segments.id)))
  return rows.map(({ id }) => id)
}

/** Returns the ids of those of these segments that no scan has completed yet. */
export async function neverScanned(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { segments } = db.tables(segmentTables)
  const rows = await db.rowsAmong(segments, [...new Set(ids)], { key: 'id', columns: ['id', 'lastScan'] })
  return new Set(rows.flatMap(({ id, lastScan }) => (lastScan === null ? [id] : [])))
}

/** Names of segments by their ids. */
export async function segmentNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { segments } = db.tables(segmentTables)
  const rows = await db.rowsAmong(segments, [...new Set(ids)], { key: 'id', columns: ['id', 'name'] })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Audit Services by the ids of their segments. A segment without one is left out. */
export async function servicesOfSegments(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { segments } = db.tables(segmentTables)
  const rows = await db.rowsAmong(segments, [...new Set(ids)], { key: 'id', columns: ['id', 'auditServiceId'] })
  return new Map(
    rows.flatMap(({ id, auditServiceId }): [string, string][] =>
      auditServiceId === null ? [] : [[id, auditServiceId]],
    ),
  )
}

/** Reports whether a segment has an Audit Service; false for no segment. */
export async function hasAuditService(db: Db, segmentId: string | null): Promise<boolean> {
  if (segmentId === null) return false
  const { segments } = db.tables(segmentTables)
  const [row] = await db.select({ id: segments.auditServiceId }).from(segments).where(eq(segments.id, segmentId))
  return row?.id != null
}

/** Returns the schedules that start work on these segments, by segment. */
export async function schedulesOfSegments(db: Db, segmentIds: readonly string[]): Promise<Map<string, string[]>> {
  const { segments } = db.tables(segmentTables)
  const rows = await db
    .select({ id: segments.id, scan: segments.scanScheduleId, audit: segments.auditScheduleId })
    .from(segments)
    .where(inArray(segments.id, [...new Set(segmentIds)]))
  return new Map(rows.map(({ id, scan, audit }) => [id, [scan, audit].filter((each) => each !== null)]))
}
