import type { AuditProblem } from '@rollcall/shared/api/host-audit.ts'
import { type AnyColumn, eq, inArray, type SQL } from 'drizzle-orm'
import { lastServiceAudits } from '../../device-records/device-states.ts'
import { auditProblemTables } from '../../store/schema/scanning.ts'
import { columnsIn } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { describeAudits } from '../tasks/describe-audits.ts'

/** Returns the reason that the last scan could not read a device; null if it could, or none ever could. */
export async function auditProblemOf(db: Db, deviceId: string): Promise<AuditProblem | null> {
  const { auditProblems } = db.tables(auditProblemTables)
  const [row] = await db.select().from(auditProblems).where(eq(auditProblems.deviceId, deviceId))
  if (!row) return null
  const describe = await describeAudits(db, row.siteId, [row])
  const lastRead = await lastServiceAudits(db, [deviceId])
  return { since: row.since, lastRead: lastRead.get(deviceId) ?? null, taskId: row.taskId, ...describe(row) }
}

/** Reasons that the last scan could not read these devices of a site, by device. */
export async function auditProblemTexts(
  db: Db,
  siteId: string,
  deviceIds: readonly string[],
): Promise<Map<string, string>> {
  const { auditProblems } = db.tables(auditProblemTables)
  const rows = await db.rowsAmong(auditProblems, deviceIds, { key: 'deviceId', columns: columnsIn(auditProblems) })
  const describe = await describeAudits(db, siteId, rows)
  return new Map(rows.map((row) => [row.deviceId, describe(row).text]))
}

/** Condition that the device in another table's column has an audit problem. */
export function hasAuditProblem(db: Db, deviceId: AnyColumn): SQL {
  const { auditProblems } = db.tables(auditProblemTables)
  return inArray(deviceId, db.select({ id: auditProblems.deviceId }).from(auditProblems))
}

/** Returns the ids of the devices that have an audit problem. */
export async function withAuditProblem(db: Db, deviceIds: readonly string[]): Promise<Set<string>> {
  const { auditProblems } = db.tables(auditProblemTables)
  const rows = await db.rowsAmong(auditProblems, deviceIds, { key: 'deviceId', columns: ['deviceId'] })
  return new Set(rows.map(({ deviceId }) => deviceId))
}
