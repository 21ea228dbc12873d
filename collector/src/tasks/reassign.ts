import { type Reassignment, reassign } from '../store/reassign.ts'
import { taskTables } from '../store/schema/tasks.ts'
import type { Tx } from '../store/store.ts'

/** For records that are merged, or no longer: gives tasks that have ended to another device, and tells which they were. */
export const reassignTasks = (tx: Tx, reassignment: Reassignment): Promise<string[]> =>
  reassign(tx, tx.tables(taskTables).tasks, reassignment)
