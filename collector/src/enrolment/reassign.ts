import { type Reassignment, reassign } from '../store/reassign.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import type { Tx } from '../store/store.ts'

/** For records that are merged, or no longer: the agents of one device sit on another. Tells which they were. */
export const reassignAgents = (tx: Tx, reassignment: Reassignment): Promise<string[]> =>
  reassign(tx, tx.tables(enrolmentTables).agents, reassignment)
