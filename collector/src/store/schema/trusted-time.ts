import type { Kit } from '../kit.ts'

export const trustedTimeTables = (kit: Kit) => ({
  /** One row: the latest time that a collector trusted, and the uptime of its machine then. */
  timeWatermark: kit.table('time_watermark', {
    id: kit.text('id').primaryKey(),
    at: kit.time('at').notNull(),
    bootId: kit.text('boot_id'),
    uptimeMs: kit.integer('uptime_ms').notNull(),
  }),
})
