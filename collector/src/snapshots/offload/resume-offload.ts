import { eq } from 'drizzle-orm'
import type { SettingsEffect } from '../../sites/update-settings.ts'
import { offloadTables } from '../../store/schema/snapshots.ts'
import type { Tx } from '../../store/store.ts'

/**
 * Ends the pause after a failure: the settings were changed, or the storage was seen to work. `ctx.wakeOutbox()` after
 * the commit has what waits sent at once.
 */
export async function resumeOffload(tx: Tx, siteId: string): Promise<void> {
  const { offloadSites: sites } = tx.tables(offloadTables)
  await tx.update(sites).set({ retryAt: null }).where(eq(sites.siteId, siteId))
}

/** Ends the pause when the settings of the storage are changed. */
export const resumeOffloadAfterChange: SettingsEffect = async (tx, siteId, { patch }) => {
  if (patch.snapshotStorage) await resumeOffload(tx, siteId)
}
