import { type Reassignment, reassign, recordIdsOf } from '../../store/reassign.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Gives tasks that have ended from one device to another. */
export const reassignTasks = (tx: Tx, reassignment: Reassignment): Promise<void> =>
  reassign(tx, tx.tables(taskTables).tasks, reassignment)

export const taskIdsOf = (db: Db, deviceId: string): Promise<string[]> =>
  recordIdsOf(db, db.tables(taskTables).tasks, deviceId)
