import type { ReportFormat } from '@rollcall/shared/api/choices.ts'
import type { PauseReason, RunTrigger } from '@rollcall/shared/api/report.ts'
import type { Owner } from '@rollcall/shared/api/view.ts'
import type { Kit } from '../kit.ts'
import { notificationTables } from './activity.ts'
import { viewTables } from './views.ts'

export const reportTables = (kit: Kit) => {
  const reports = kit.table(
    'reports',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      name: kit.text('name').notNull(),
      /** Lower case, for the unique name of a site. */
      nameKey: kit.text('name_key').notNull(),
      viewId: kit.text('view_id').references(() => kit.tables(viewTables).views.id, { onDelete: 'set null' }),
      cron: kit.text('cron').notNull(),
      timeZone: kit.text('time_zone').notNull(),
      enabled: kit.boolean('enabled').notNull(),
      format: kit.text<ReportFormat>('format').notNull().default('csv'),
      recipients: kit.json<string[]>('recipients').notNull(),
      webhookIds: kit.json<string[]>('webhook_ids').notNull(),
      ownerKind: kit.text<Owner['kind']>('owner_kind').notNull(),
      /** null after the owner was deleted. */
      ownerId: kit.text('owner_id'),
      ownerName: kit.text('owner_name').notNull(),
      pausedReason: kit.text<PauseReason>('paused_reason'),
      pausedSince: kit.time('paused_since'),
      /** null while it is disabled or paused. A collector that changes it from its current value has this run. */
      nextRun: kit.time('next_run'),
      lastRunId: kit.text('last_run_id'),
      createdAt: kit.time('created_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('reports_name').on(t.siteId, t.nameKey),
      kit.index('reports_next_run').on(t.nextRun),
      kit.index('reports_view').on(t.viewId),
      kit.index('reports_owner').on(t.ownerId),
    ],
  )
  return {
    reports,
    /** The newest runs of each report. The outbox message of a run has its id. */
    reportRuns: kit.table(
      'report_runs',
      {
        id: kit.text('id').primaryKey(),
        reportId: kit
          .text('report_id')
          .notNull()
          .references(() => reports.id, { onDelete: 'cascade' }),
        trigger: kit.text<RunTrigger>('trigger').notNull(),
        dueAt: kit.time('due_at').notNull(),
        /** `Prepared`: the list was read, and its deliveries have their own states. */
        status: kit.text<'Waiting' | 'Prepared' | 'Failed' | 'Skipped'>('status').notNull(),
        finishedAt: kit.time('finished_at'),
        rows: kit.integer('rows'),
        detail: kit.text('detail'),
        notificationId: kit
          .text('notification_id')
          .references(() => kit.tables(notificationTables).notifications.id, { onDelete: 'cascade' }),
      },
      (t) => [
        kit.index('report_runs_report').on(t.reportId, t.id),
        kit.index('report_runs_notification').on(t.notificationId),
      ],
    ),
  }
}
