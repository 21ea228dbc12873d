import type { Alert } from '@rollcall/shared/api/alert.ts'
import { eq } from 'drizzle-orm'
import { siteSettings } from '../../sites/settings.ts'
import { offloadTables } from '../../store/schema/snapshots.ts'
import type { Db } from '../../store/store.ts'

/**
 * Alert while Snapshot storage is on and refuses copies. The reason is for Administrators only, since it names the
 * storage.
 */
export async function failingAlert(db: Db, siteId: string): Promise<Alert[]> {
  const { offloadSites } = db.tables(offloadTables)
  const [site] = await db
    .select({ since: offloadSites.failingSince })
    .from(offloadSites)
    .where(eq(offloadSites.siteId, siteId))
  if (!site?.since || !(await siteSettings(db, siteId)).snapshotStorage.enabled) return []
  return [
    {
      id: `offload.failing:${siteId}`,
      kind: 'offload.failing',
      severity: 'warning',
      title: 'Snapshots are not copied to Snapshot storage',
      detail:
        'Nothing is lost: waiting snapshots are copied as soon as the storage accepts them. The settings show the error.',
      subjectId: siteId,
      since: site.since,
    },
  ]
}
