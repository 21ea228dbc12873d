import { eq } from 'drizzle-orm'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import type { Tx } from '../store/store.ts'

/** Notes that an agent was heard, and which device it sits on; part of the transaction that stores what it sent. */
export async function noteAgent(
  tx: Tx,
  { agentId, deviceId, now }: { agentId: string; deviceId: string; now: string },
): Promise<void> {
  const { agents } = tx.tables(enrolmentTables)
  await tx.update(agents).set({ lastSeen: now, deviceId }).where(eq(agents.id, agentId))
}
