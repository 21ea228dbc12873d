import { eq } from 'drizzle-orm'
import type { SettingsEffect } from '../../sites/update-settings.ts'
import { offloadTables } from '../../store/schema/snapshots.ts'
import type { Tx } from '../../store/store.ts'

/**
 * Ends the pause after a failure, because the settings changed or a test of the storage succeeded. Call
 * `ctx.wakeOutbox()` after the commit to have waiting snapshots sent at once.
 */
export async function resumeOffload(tx: Tx, siteId: string): Promise<void> {
  const { offloadSites: sites } = tx.tables(offloadTables)
  await tx.update(sites).set({ retryAt: null }).where(eq(sites.siteId, siteId))
}

/** Ends the pause after a change of the storage settings. */
export const resumeOffloadAfterChange: SettingsEffect = async (tx, siteId, { patch }) => {
  if (patch.snapshotStorage) await resumeOffload(tx, siteId)
}
