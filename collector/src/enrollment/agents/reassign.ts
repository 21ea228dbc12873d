import { type Reassignment, reassign, recordIdsOf } from '../../store/reassign.ts'
import { enrolmentTables } from '../../store/schema/enrollment.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Gives agents of one device to another. */
export const reassignAgents = (tx: Tx, reassignment: Reassignment): Promise<void> =>
  reassign(tx, tx.tables(enrolmentTables).agents, reassignment)

export const agentIdsOf = (db: Db, deviceId: string): Promise<string[]> =>
  recordIdsOf(db, db.tables(enrolmentTables).agents, deviceId)
