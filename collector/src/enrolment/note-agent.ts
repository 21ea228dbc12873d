import { eq } from 'drizzle-orm'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import type { Tx } from '../store/store.ts'

type Heard = { agentId: string; now: string; deviceId?: string | null; version?: string | undefined }

/**
 * Notes that an agent was heard, and where they are known anew which device it sits on (null: none) and its version;
 * part of the transaction that stores what it sent.
 */
export async function noteAgent(tx: Tx, { agentId, now, ...known }: Heard): Promise<void> {
  const { agents } = tx.tables(enrolmentTables)
  await tx
    .update(agents)
    .set({ lastSeen: now, ...known })
    .where(eq(agents.id, agentId))
}
