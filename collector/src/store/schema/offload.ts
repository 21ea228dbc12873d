import type { StorageProblemCode } from '@rollcall/shared/api/snapshot-storage.ts'
import type { Kit } from '../kit.ts'

export const offloadTables = (kit: Kit) => ({
  /** Snapshots that are still to be copied to their site's bucket, written in the transaction of the snapshot. */
  offloadQueue: kit.table(
    'offload_queue',
    {
      snapshotId: kit.text('snapshot_id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      queuedAt: kit.time('queued_at').notNull(),
      /** Later than queuedAt only for one that the service refused by itself. */
      nextAttemptAt: kit.time('next_attempt_at').notNull(),
      /** How often it was refused by itself. */
      refusals: kit.integer('refusals').notNull(),
    },
    (t) => [kit.index('offload_queue_due').on(t.siteId, t.nextAttemptAt, t.snapshotId)],
  ),
  /** How the offload of a site stands; no row until there was something to copy. */
  offloadSites: kit.table('offload_sites', {
    siteId: kit.text('site_id').primaryKey(),
    sent: kit.integer('sent').notNull(),
    failedAttempts: kit.integer('failed_attempts').notNull(),
    /** In a row, since the last success. */
    failures: kit.integer('failures').notNull(),
    failingSince: kit.time('failing_since'),
    /** Nothing is sent before. */
    retryAt: kit.time('retry_at'),
    /** Until then one collector alone sends for this site. */
    leaseUntil: kit.time('lease_until'),
    lastSuccess: kit.time('last_success'),
    lastErrorCode: kit.text<StorageProblemCode>('last_error_code'),
    lastErrorDetail: kit.text('last_error_detail'),
    lastErrorAt: kit.time('last_error_at'),
  }),
})
