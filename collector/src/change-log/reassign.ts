import { type Reassignment, reassign, recordIdsOf } from '../store/reassign.ts'
import { changeTables } from '../store/schema/change-log.ts'
import type { Db, Tx } from '../store/store.ts'

/** Gives change log entries of one device to another. */
export const reassignChanges = (tx: Tx, reassignment: Reassignment): Promise<void> =>
  reassign(tx, tx.tables(changeTables).changes, reassignment)

export const changeIdsOf = (db: Db, deviceId: string): Promise<string[]> =>
  recordIdsOf(db, db.tables(changeTables).changes, deviceId)
