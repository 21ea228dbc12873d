import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { sameUuid } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** When the last snapshot of a device was made until a time, as a column of a query that has the device's id. */
export function newestAuditUntil(db: Db, deviceId: AnyColumn, at: string): SQL<string | null> {
  const { snapshots } = db.tables(snapshotTables)
  const { auditDate } = snapshots
  const newest = sql`select max(${auditDate}) from ${snapshots} where ${sameUuid(snapshots.deviceId, deviceId)} and ${auditDate} <= ${sql.param(at, auditDate)}`
  return sql<string | null>`(${newest})`.mapWith(auditDate)
}
