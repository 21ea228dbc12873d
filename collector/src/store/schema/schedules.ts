import type { MissedRuns, ScheduleKind } from '@rollcall/shared/api/schedule.ts'
import type { Kit } from '../kit.ts'

export const scheduleTables = (kit: Kit) => ({
  schedules: kit.table(
    'schedules',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      name: kit.text('name').notNull(),
      /** Lower case, for the unique name of a site. */
      nameKey: kit.text('name_key').notNull(),
      kind: kit.text<ScheduleKind>('kind').notNull(),
      cron: kit.text('cron').notNull(),
      timeZone: kit.text('time_zone').notNull(),
      enabled: kit.boolean('enabled').notNull(),
      missedRuns: kit.text<MissedRuns>('missed_runs').notNull().default('once'),
      /** null while it is disabled. Whoever moves it on from the value it has, has this run for itself. */
      nextRun: kit.time('next_run'),
      createdAt: kit.time('created_at').notNull(),
    },
    (t) => [kit.uniqueIndex('schedules_name').on(t.siteId, t.nameKey), kit.index('schedules_next_run').on(t.nextRun)],
  ),
})
