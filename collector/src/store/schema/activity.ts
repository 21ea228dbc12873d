import type { EventType } from '@rollcall/shared/api/event.ts'
import type { DeliveryChannel, DeliveryStatus, NotificationTemplate } from '@rollcall/shared/api/notification.ts'
import type { ReportData } from '@rollcall/shared/api/report.ts'
import type { Kit } from '../kit.ts'

/** Events of a site for subscribers: server-sent events and webhooks. Stored for some days. */
export const eventTables = (kit: Kit) => ({
  events: kit.table(
    'events',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      type: kit.text<EventType>('type').notNull(),
      /** Id of the event's subject. */
      subjectId: kit.text('subject_id').notNull(),
      data: kit.json<Record<string, unknown>>('data').notNull(),
      createdAt: kit.time('created_at').notNull(),
      /**
       * Position in the order of all events, assigned after the commit; null until then. See
       * activity/events/sequence-events.ts.
       */
      batch: kit.integer('batch'),
    },
    (t) => [
      kit.index('events_site').on(t.siteId, t.batch, t.id),
      kit.index('events_batch').on(t.batch, t.id),
      kit.index('events_created').on(t.createdAt),
    ],
  ),
  /** One row with the last assigned batch. */
  eventBatches: kit.table('event_batches', {
    id: kit.text('id').primaryKey(),
    last: kit.integer('last').notNull(),
  }),
  /** Sites that have had subscribers. */
  eventListeners: kit.table('event_listeners', {
    siteId: kit.text('site_id').primaryKey(),
    /** Time until which events are stored for them, so that they can resume. */
    until: kit.time('until').notNull(),
  }),
})

export const notificationTables = (kit: Kit) => {
  const notifications = kit.table(
    'notifications',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      template: kit.text<NotificationTemplate>('template').notNull(),
      /** Key of its subject, so that it is sent once. For an event, the event's id. */
      key: kit.text('key').notNull(),
      subject: kit.text('subject').notNull(),
      /** Text; null for an event, whose message is made from the event. */
      text: kit.text('text'),
      /** Data for webhooks; null for an event, whose data is in the event. */
      data: kit.json<ReportData & { reportId: string }>('data'),
      createdAt: kit.time('created_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('notifications_key').on(t.siteId, t.key),
      kit.index('notifications_site').on(t.siteId, t.createdAt, t.id),
      kit.index('notifications_created').on(t.createdAt),
    ],
  )
  return {
    notifications,
    /** File that is sent with a notification, until none of its deliveries waits. */
    notificationFiles: kit.table('notification_files', {
      notificationId: kit
        .text('notification_id')
        .primaryKey()
        .references(() => notifications.id, { onDelete: 'cascade' }),
      name: kit.text('name').notNull(),
      /** Compressed by gzip. */
      content: kit.bytes('content').notNull(),
    }),
    /** One target of a notification; its outbox message has the same id. */
    deliveries: kit.table(
      'deliveries',
      {
        id: kit.text('id').primaryKey(),
        notificationId: kit
          .text('notification_id')
          .notNull()
          .references(() => notifications.id, { onDelete: 'cascade' }),
        channel: kit.text<DeliveryChannel>('channel').notNull(),
        /** The recipient's address, or the webhook's name at that time. */
        target: kit.text('target').notNull(),
        webhookId: kit.text('webhook_id'),
        status: kit.text<DeliveryStatus>('status').notNull(),
        attempts: kit.integer('attempts').notNull(),
        lastError: kit.text('last_error'),
        sentAt: kit.time('sent_at'),
      },
      (t) => [
        kit.index('deliveries_notification').on(t.notificationId, t.status),
        /** An event goes to a webhook once; mail has no webhook, and null equals nothing. */
        kit.uniqueIndex('deliveries_webhook').on(t.webhookId, t.notificationId),
      ],
    ),
  }
}
