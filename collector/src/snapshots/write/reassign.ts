import { type Reassignment, reassign, recordIdsOf } from '../../store/reassign.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Gives snapshots of one device to another. */
export const reassignSnapshots = (tx: Tx, reassignment: Reassignment): Promise<void> =>
  reassign(tx, tx.tables(snapshotTables).snapshots, reassignment)

export const snapshotIdsOf = (db: Db, deviceId: string): Promise<string[]> =>
  recordIdsOf(db, db.tables(snapshotTables).snapshots, deviceId)
