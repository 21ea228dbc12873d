import type { AuditProblem } from '@rollcall/shared/api/host-audit.ts'
import { type AnyColumn, eq, exists, type SQL } from 'drizzle-orm'
import { lastReadOf } from '../../device-records/last-read.ts'
import { auditProblemTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { describeAudits } from '../tasks/describe-audits.ts'

/** Returns the reason that the last scan could not read a device; null if it could, or none ever could. */
export async function auditProblemOf(db: Db, deviceId: string): Promise<AuditProblem | null> {
  const { auditProblems } = db.tables(auditProblemTables)
  const [row] = await db.select().from(auditProblems).where(eq(auditProblems.deviceId, deviceId))
  if (!row) return null
  const describe = await describeAudits(db, row.siteId, [row])
  const lastRead = await lastReadOf(db, [deviceId])
  return { since: row.since, lastRead: lastRead.get(deviceId) ?? null, taskId: row.taskId, ...describe(row) }
}

/** Condition that the device in another table's column has an audit problem. */
export function hasAuditProblem(db: Db, deviceId: AnyColumn): SQL {
  const { auditProblems } = db.tables(auditProblemTables)
  return exists(
    db.select({ id: auditProblems.deviceId }).from(auditProblems).where(eq(auditProblems.deviceId, deviceId)),
  )
}

/** Counts the devices of a site with an audit problem. */
export async function countAuditProblems(db: Db, siteId: string): Promise<number> {
  const { auditProblems } = db.tables(auditProblemTables)
  return db.$count(auditProblems, eq(auditProblems.siteId, siteId))
}
