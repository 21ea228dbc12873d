import type { TaskKind } from '@rollcall/shared/messages/task.ts'
import { count, eq, min } from 'drizzle-orm'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/** Number of tasks of a kind in a state, and the time at which the oldest was requested. */
export type OpenTasks = { kind: TaskKind; status: 'Queued' | 'Running'; tasks: number; oldest: string | null }

/** Counts the unfinished tasks of all sites. */
export async function countOpenTasks(db: Db): Promise<OpenTasks[]> {
  const { tasks } = db.tables(taskTables)
  const counted: OpenTasks[] = []
  for (const status of ['Queued', 'Running'] as const) {
    const rows = await db
      .select({ kind: tasks.kind, tasks: count(), oldest: min(tasks.createdAt) })
      .from(tasks)
      .where(eq(tasks.status, status))
      .groupBy(tasks.kind)
    counted.push(...rows.map((row) => ({ ...row, status })))
  }
  return counted
}
