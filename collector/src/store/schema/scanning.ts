import type { CreateCredential } from '@rollcall/shared/api/credential.ts'
import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import type { ScanOptions } from '@rollcall/shared/api/scan-options.ts'
import type { MissedRuns, ScheduleKind } from '@rollcall/shared/api/schedule.ts'
import type { Segment, SegmentType } from '@rollcall/shared/api/segment.ts'
import type { TaskStatus } from '@rollcall/shared/api/task.ts'
import type { HostOutcome } from '@rollcall/shared/api/task-host.ts'
import type { AuditAttempt, AuditReason } from '@rollcall/shared/messages/host-audit.ts'
import type { Task, TaskSource } from '@rollcall/shared/messages/task.ts'
import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'
import { deviceTables } from './devices.ts'

/** Input of a task. Credentials are read and sealed when it is sent. */
export type TaskInput = {
  /** Empty if there is a source. */
  addresses: string[]
  source?: TaskSource
  options: ScanOptions
  credentialIds: string[]
  audit: boolean
}

export const taskTables = (kit: Kit) => {
  const tasks = kit.table(
    'tasks',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      kind: kit.text<Task['kind']>('kind').notNull(),
      status: kit.text<TaskStatus>('status').notNull(),
      segmentId: kit.text('segment_id'),
      deviceId: kit.text('device_id'),
      auditServiceId: kit.text('audit_service_id'),
      /** Schedule that requested the task. The findings are recorded with it. */
      scheduleId: kit.text('schedule_id'),
      requestedBy: kit.text('requested_by').notNull(),
      createdAt: kit.time('created_at').notNull(),
      startedAt: kit.time('started_at'),
      finishedAt: kit.time('finished_at'),
      /**
       * Time at which the task is Expired if no Audit Service has taken it. Its service does not start it later either.
       */
      expiresAt: kit.time('expires_at').notNull(),
      /**
       * Guards against late workers: only results of the current attempt change the task. JetStream delivers the same
       * attempt again and again. A new dispatch raises the number, after the message of a queued task was lost.
       */
      attempt: kit.integer('attempt').notNull(),
      input: kit.json<TaskInput>('input').notNull(),
      /**
       * `scan:<segmentId>`, `audit:<deviceId>` or, for devices of a schedule on a segment,
       * `audit:<scheduleId>:<segmentId>:<n>` while not terminal, else null. Unique, so nothing runs twice at once.
       */
      activeKey: kit.text('active_key'),
      addressesTotal: kit.integer('addresses_total').notNull(),
      addressesDone: kit.integer('addresses_done').notNull(),
      addressesDoneTo: kit.text('addresses_done_to'),
      hostsFound: kit.integer('hosts_found').notNull(),
      audited: kit.integer('audited').notNull(),
      failed: kit.integer('failed').notNull(),
      /** Position of the task's message in its stream while it is there, to remove it on cancel. */
      streamSequence: kit.integer('stream_sequence'),
      /** Time at which that message was sent or last checked. */
      dispatchedAt: kit.time('dispatched_at'),
      /** Heartbeats of its service since its last report that did not list it though it is Running. */
      heartbeatsMissed: kit.integer('heartbeats_missed').notNull(),
      error: kit.text('error'),
    },
    (t) => [
      kit.uniqueIndex('tasks_active').on(t.activeKey),
      kit.index('tasks_site').on(t.siteId, t.createdAt, t.id),
      kit.index('tasks_site_status').on(t.siteId, t.status, t.createdAt),
      kit.index('tasks_segment').on(t.segmentId, t.createdAt),
      kit.index('tasks_device').on(t.deviceId, t.createdAt),
      kit.index('tasks_audit_service').on(t.auditServiceId, t.createdAt),
      kit.index('tasks_status').on(t.status),
    ],
  )
  /** Outcome of each address that answered. */
  const taskHosts = kit.table(
    'task_hosts',
    {
      taskId: kit
        .text('task_id')
        .notNull()
        .references(() => tasks.id, { onDelete: 'cascade' }),
      address: kit.text('address').notNull(),
      deviceId: kit.text('device_id'),
      outcome: kit.text<HostOutcome>('outcome').notNull(),
      /** Result of its audit; hosts of an earlier release have none. */
      reason: kit.text<AuditReason>('reason').notNull().default('not-reported'),
      /** null if nothing was tried. */
      attempts: kit.json<AuditAttempt[]>('attempts'),
      /** Time of the count; for counts of an earlier release, the time of the task's request. */
      at: kit.time('at').notNull().default(sql`0`),
    },
    (t) => [
      kit.primaryKey({ columns: [t.taskId, t.address] }),
      kit.index('task_hosts_at').on(t.taskId, t.at, t.address),
    ],
  )
  return {
    tasks,
    taskHosts,
    /** Totals by outcome and reason: clients that watch a large scan query them repeatedly. */
    taskHostTally: kit.tally('task_hosts_tally', [taskHosts.taskId, taskHosts.outcome, taskHosts.reason]),
  }
}

export const auditProblemTables = (kit: Kit) => ({
  /** Devices that an earlier scan could read and the last one could not. */
  auditProblems: kit.table(
    'audit_problems',
    {
      deviceId: kit
        .text('device_id')
        .primaryKey()
        .references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' }),
      siteId: kit.text('site_id').notNull(),
      /** Time of the first scan that could not read it. */
      since: kit.time('since').notNull(),
      /** The last scan that could not read it, with its reason. */
      taskId: kit.text('task_id').notNull(),
      reason: kit.text<AuditReason>('reason').notNull(),
      attempts: kit.json<AuditAttempt[]>('attempts').notNull(),
    },
    (t) => [kit.index('audit_problems_site').on(t.siteId)],
  ),
})

export const segmentTables = (kit: Kit) => ({
  segments: kit.table(
    'segments',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      name: kit.text('name').notNull(),
      /** Lower case, for the unique name of a site. */
      nameKey: kit.text('name_key').notNull(),
      type: kit.text<SegmentType>('type').notNull(),
      /** null: the No service state. */
      auditServiceId: kit.text('audit_service_id'),
      autoTagId: kit.text('auto_tag_id'),
      addresses: kit.json<string[]>('addresses').notNull(),
      credentialIds: kit.json<string[]>('credential_ids').notNull(),
      scanScheduleId: kit.text('scan_schedule_id'),
      auditScheduleId: kit.text('audit_schedule_id'),
      scanOptions: kit.json<ScanOptions>('scan_options').notNull(),
      directory: kit.json<Segment['directory']>('directory'),
      cloud: kit.json<Segment['cloud']>('cloud'),
      lastScan: kit.time('last_scan'),
      createdAt: kit.time('created_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('segments_name').on(t.siteId, t.nameKey),
      kit.index('segments_audit_service').on(t.auditServiceId),
    ],
  ),
})

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
      /** null while it is disabled. A collector that changes it from its current value has this run exclusively. */
      nextRun: kit.time('next_run'),
      createdAt: kit.time('created_at').notNull(),
    },
    (t) => [kit.uniqueIndex('schedules_name').on(t.siteId, t.nameKey), kit.index('schedules_next_run').on(t.nextRun)],
  ),
})

export const credentialTables = (kit: Kit) => ({
  credentials: kit.table(
    'credentials',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      name: kit.text('name').notNull(),
      kind: kit.text<CreateCredential['kind']>('kind').notNull(),
      /** The complete credential as JSON, sealed by the vault. */
      sealed: kit.bytes('sealed').notNull(),
      createdAt: kit.time('created_at').notNull(),
      modifiedAt: kit.time('modified_at'),
    },
    (t) => [kit.index('credentials_site').on(t.siteId, t.name)],
  ),
})

export const ignoreListTables = (kit: Kit) => ({
  ignoreEntries: kit.table(
    'ignore_entries',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      kind: kit.text<IgnoreKind>('kind').notNull(),
      /** Pattern in the person's own notation. */
      pattern: kit.text('pattern').notNull(),
      /** Canonical form for comparison: two notations of one MAC are one entry. */
      patternKey: kit.text('pattern_key').notNull(),
      reason: kit.text('reason'),
      createdAt: kit.time('created_at').notNull(),
      createdBy: kit.text('created_by').notNull(),
    },
    (t) => [kit.uniqueIndex('ignore_entries_pattern').on(t.siteId, t.kind, t.patternKey)],
  ),
  /** Version of a site's list, raised with every change, so that ingest reads the list only after a change. */
  ignoreLists: kit.table('ignore_lists', {
    siteId: kit.text('site_id').primaryKey(),
    version: kit.integer('version').notNull(),
  }),
})
