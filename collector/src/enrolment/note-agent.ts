import { eq } from 'drizzle-orm'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import type { Tx } from '../store/store.ts'

/**
 * Notes that an agent was heard, and which device it sits on (null: none), where that is known anew; part of the
 * transaction that stores what it sent.
 */
export async function noteAgent(
  tx: Tx,
  { agentId, deviceId, now }: { agentId: string; deviceId?: string | null; now: string },
): Promise<void> {
  const { agents } = tx.tables(enrolmentTables)
  await tx
    .update(agents)
    .set({ lastSeen: now, ...(deviceId === undefined ? {} : { deviceId }) })
    .where(eq(agents.id, agentId))
}
