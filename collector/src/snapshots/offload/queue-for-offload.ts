import { siteSettings } from '../../sites/settings.ts'
import { offloadTables } from '../../store/schema/snapshots.ts'
import type { Tx } from '../../store/store.ts'

/**
 * Queues new snapshots for the site's bucket, in the transaction that stores them; nothing if Snapshot storage is off.
 * Call `ctx.wakeOutbox()` after the commit to have them sent at once.
 */
export async function queueForOffload(
  tx: Tx,
  siteId: string,
  snapshotIds: readonly string[],
  now: string,
): Promise<void> {
  if (snapshotIds.length === 0 || !(await siteSettings(tx, siteId)).snapshotStorage.enabled) return
  const { offloadQueue } = tx.tables(offloadTables)
  const rows = snapshotIds.map((snapshotId) => ({ snapshotId, siteId, queuedAt: now, nextAttemptAt: now, refusals: 0 }))
  await tx.insertRows(offloadQueue, rows)
}
