import { type SQL, sql } from 'drizzle-orm'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/** Selects status and time of the task in another table's column; NULL if there is none. */
export function ofTask(db: Db, taskId: SQL): { status: SQL<unknown>; date: SQL<unknown> } {
  const { tasks } = db.tables(taskTables)
  const of = (value: SQL) => sql`(select ${value} from ${tasks} where ${tasks.id} = ${taskId})`
  return {
    status: of(sql`${tasks.status}`),
    date: of(sql`coalesce(${tasks.finishedAt}, ${tasks.startedAt}, ${tasks.createdAt})`).mapWith(tasks.createdAt),
  }
}
