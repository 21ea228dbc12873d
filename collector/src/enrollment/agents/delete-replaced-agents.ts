import { dayMs } from '@rollcall/shared/durations.ts'
import { inArray } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { isReplaced } from './agent-conditions.ts'

/** Period in which a contact of a replaced agent shows that it still runs. */
const keptMs = 30 * dayMs
/** Limit of one transaction, so that other work gets its turn. */
const rowsPerTurn = 1_000

/** Deletes agents 30 days after another agent has replaced them; a periodic job. Their devices and snapshots stay. */
export async function deleteReplacedAgents({ store }: SystemContext, time: TrustedTime): Promise<void> {
  const condition = isReplaced(time.before(keptMs))
  let removed = rowsPerTurn
  while (removed === rowsPerTurn) {
    removed = await store.write(async (tx) => {
      const { agents } = tx.tables(enrollmentTables)
      const { id, siteId, hostname } = agents
      const found = await tx.select({ id, siteId, hostname }).from(agents).where(condition).limit(rowsPerTurn)
      if (found.length === 0) return 0
      await tx.delete(agents).where(
        inArray(
          id,
          found.map((row) => row.id),
        ),
      )
      for (const [ofSite, rows] of Map.groupBy(found, (row) => row.siteId)) {
        await recordChanges(tx, {
          siteId: ofSite,
          actor: { kind: 'system', id: '', name: 'Housekeeping' },
          timestamp: time.now,
          rows: rows.map((row) => ({ verb: 'Deleted', entity: 'Agent', entityId: row.id, from: row.hostname })),
        })
      }
      return found.length
    })
  }
}
