import { inArray } from 'drizzle-orm'
import { type Reassignment, reassign, recordIdsOf } from '../../store/reassign.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { valueChunks } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Detaches agents from deleted devices. Each has no device until its next snapshot creates one. */
export async function detachAgents(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { agents } = tx.tables(enrollmentTables)
  for (const chunk of valueChunks(deviceIds)) {
    await tx.update(agents).set({ deviceId: null }).where(inArray(agents.deviceId, chunk))
  }
}

/** Moves agents of one device to another. */
export const reassignAgents = (tx: Tx, reassignment: Reassignment): Promise<void> =>
  reassign(tx, tx.tables(enrollmentTables).agents, reassignment)

export const agentIdsOf = (db: Db, deviceId: string): Promise<string[]> =>
  recordIdsOf(db, db.tables(enrollmentTables).agents, deviceId)
