import { type Reassignment, reassign } from '../store/reassign.ts'
import { changeTables } from '../store/schema/changes.ts'
import type { Tx } from '../store/store.ts'

/** For records that are merged, or no longer: gives log lines to another device, and tells which they were. */
export const reassignChanges = (tx: Tx, reassignment: Reassignment): Promise<string[]> =>
  reassign(tx, tx.tables(changeTables).changes, reassignment)
