import type { Kit } from '../kit.ts'

/** A job that waits for a person's confirmation. `clock` means all jobs that depend on the age of records. */
export type HeldJob =
  | 'clock'
  | 'delete-devices'
  | 'archive-devices'
  | 'mark-stale'
  | 'delete-snapshots'
  | 'delete-changes'

export const holdTables = (kit: Kit) => ({
  jobHolds: kit.table(
    'job_holds',
    {
      id: kit.text('id').primaryKey(),
      /** Empty for a hold on the whole collector. */
      siteId: kit.text('site_id').notNull(),
      job: kit.text<HeldJob>('job').notNull(),
      /** The collector whose clock it concerns; empty for a site's job. */
      subject: kit.text('subject').notNull(),
      /** Records that the job would change; for the clock, its error in hours. */
      count: kit.integer('count').notNull(),
      /** Total number of records. */
      total: kit.integer('total').notNull(),
      since: kit.time('since').notNull(),
      /** Time at which a person confirmed `count`; null until then. */
      confirmedAt: kit.time('confirmed_at'),
    },
    (t) => [kit.uniqueIndex('job_holds_job').on(t.siteId, t.job, t.subject)],
  ),
})

export const trustedTimeTables = (kit: Kit) => ({
  /** One row: the latest time that a collector trusted, and its machine's uptime then. */
  timeWatermark: kit.table('time_watermark', {
    id: kit.text('id').primaryKey(),
    at: kit.time('at').notNull(),
    bootId: kit.text('boot_id'),
    uptimeMs: kit.integer('uptime_ms').notNull(),
  }),
})
