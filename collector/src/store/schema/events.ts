import type { EventType } from '@rollcall/shared/api/site-settings.ts'
import type { Kit } from '../kit.ts'

/** What happened on a site, for those who listen: server-sent events and webhooks. Kept for some days. */
export const eventTables = (kit: Kit) => ({
  events: kit.table(
    'events',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      type: kit.text<EventType>('type').notNull(),
      /** Id of what it is about. */
      subjectId: kit.text('subject_id').notNull(),
      data: kit.json<Record<string, unknown>>('data').notNull(),
      createdAt: kit.time('created_at').notNull(),
      /** Its place among all, given after its commit; null until then. See activity/events/sequence-events.ts. */
      batch: kit.integer('batch'),
    },
    (t) => [
      kit.index('events_site').on(t.siteId, t.batch, t.id),
      kit.index('events_batch').on(t.batch, t.id),
      kit.index('events_created').on(t.createdAt),
    ],
  ),
  /** One row: the last batch that was given out. */
  eventBatches: kit.table('event_batches', {
    id: kit.text('id').primaryKey(),
    last: kit.integer('last').notNull(),
  }),
  /** Sites whose events somebody listened to. */
  eventListeners: kit.table('event_listeners', {
    siteId: kit.text('site_id').primaryKey(),
    /** Until then it is kept for them what happens, so that they can go on where they were. */
    until: kit.time('until').notNull(),
  }),
})
