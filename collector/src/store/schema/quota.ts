import type { Kit } from '../kit.ts'

/** What App registrations have used of their sites' quota. No references: a call is counted whatever else is there. */
export const quotaTables = (kit: Kit) => ({
  /** One row a site, of its current period. */
  quotaCounts: kit.table('quota_counts', {
    siteId: kit.text('site_id').primaryKey(),
    /** The recharge from which on these transactions were counted. */
    countedSince: kit.time('counted_since').notNull(),
    lastCountedAt: kit.time('last_counted_at').notNull(),
    transactions: kit.integer('transactions').notNull(),
  }),
  /** The same by registration; a row whose `countedSince` is not its site's is of a period gone by. */
  quotaCallers: kit.table(
    'quota_callers',
    {
      siteId: kit.text('site_id').notNull(),
      registrationId: kit.text('registration_id').notNull(),
      countedSince: kit.time('counted_since').notNull(),
      transactions: kit.integer('transactions').notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.siteId, t.registrationId] })],
  ),
})
