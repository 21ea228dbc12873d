import { and, eq, ne } from 'drizzle-orm'
import { taskTables } from '../../store/schema/scanning.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** Returns those of the addresses at which a scan or audit of the segment found a host. */
export async function hostAddressesOnSegment(
  db: Db,
  segmentId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const { tasks, taskHosts } = db.tables(taskTables)
  const rows = await db
    .selectDistinct({ address: taskHosts.address })
    .from(taskHosts)
    .innerJoin(tasks, eq(tasks.id, taskHosts.taskId))
    .where(and(eq(tasks.segmentId, segmentId), ne(taskHosts.outcome, 'tested'), among(taskHosts.address, addresses)))
  return new Set(rows.map(({ address }) => address))
}

/** Returns those of the addresses at which the task found a host. */
export async function hostAddressesOfTask(db: Db, taskId: string, addresses: readonly string[]): Promise<Set<string>> {
  const { taskHosts } = db.tables(taskTables)
  const rows = await db
    .select({ address: taskHosts.address })
    .from(taskHosts)
    .where(and(eq(taskHosts.taskId, taskId), among(taskHosts.address, addresses)))
  return new Set(rows.map(({ address }) => address))
}
