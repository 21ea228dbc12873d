import { z } from 'zod'
import { reportFormats } from './choices.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'
import { deliverySchema } from './notification.ts'
import { cronSchema } from './schedule.ts'
import { timeZoneSchema } from './time-display.ts'
import { ownerSchema, viewListSchema } from './view.ts'

/** Limits of reports. A list beyond `rows` or `bytes` is not attached: the message has a link instead. */
export const reportLimits = { perSite: 100, recipients: 20, webhooks: 10, rows: 50_000, bytes: 5_000_000, runs: 50 }

const pauseReasons = ['owner_deleted', 'owner_without_permission', 'view_unavailable'] as const
export type PauseReason = (typeof pauseReasons)[number]

const runStatuses = ['Waiting', 'Sending', 'Sent', 'PartlySent', 'Failed', 'Skipped'] as const
export type RunStatus = (typeof runStatuses)[number]
const runTriggers = ['schedule', 'manual'] as const
export type RunTrigger = (typeof runTriggers)[number]

export const reportRunSchema = z
  .object({
    id: idSchema,
    trigger: z.enum(runTriggers).meta({ description: '`manual` if somebody requested the run' }),
    dueAt: timeSchema,
    status: z.enum(runStatuses).meta({
      description:
        '`Waiting` not yet read; `Sending` some deliveries are still attempted; `PartlySent` some have failed; `Failed` nothing was sent; `Skipped` earlier runs were still being delivered',
    }),
    finishedAt: timeSchema.nullable().meta({ description: 'Time at which the list was read, or the run was given up' }),
    rows: z.int().nullable().meta({ description: 'Number of rows; null if the list is not attached', example: 17 }),
    detail: text('The list has more than 50,000 rows.').nullable().meta({
      description: 'Reason of a failed or skipped run, or of a list that is not attached',
    }),
    deliveries: z.array(deliverySchema),
  })
  .meta({ id: 'ReportRun' })
export type ReportRun = z.infer<typeof reportRunSchema>
export const reportRunListSchema = listOf(reportRunSchema).meta({ id: 'ReportRunList' })

const recipientsSchema = z
  .array(z.email().max(254))
  .max(reportLimits.recipients)
  .meta({
    description: 'Addresses that get the report by mail. Each gets a mail of its own',
    example: ['it@example.org'],
  })
const webhookIdsSchema = z.array(idSchema).max(reportLimits.webhooks).meta({
  description:
    'Webhooks in the settings of the site that get the report, signed as every event, whatever event types they select',
  example: [],
})
const formatSchema = z.enum(reportFormats).meta({ description: 'Format of the attached list', example: 'csv' })
const viewIdSchema = idSchema.meta({ description: 'A view that its owner can use' })

export const reportSchema = z
  .object({
    id: idSchema,
    name: text('Toner every Monday'),
    view: z
      .object({ id: idSchema, name: text('Printers low on toner'), list: viewListSchema })
      .nullable()
      .meta({ description: 'null if the view was deleted' }),
    cron: cronSchema,
    timeZone: timeZoneSchema,
    enabled: z.boolean(),
    format: formatSchema,
    recipients: recipientsSchema,
    webhookIds: webhookIdsSchema,
    owner: ownerSchema.nullable().meta({ description: 'The report runs with its rights. null if it was deleted' }),
    paused: z
      .object({
        reason: z.enum(pauseReasons).meta({
          description:
            '`owner_deleted` its owner was deleted; `owner_without_permission` its owner is disabled, expired, or no longer an Administrator of the site; `view_unavailable` the view was deleted or is private to somebody else',
        }),
        since: timeSchema,
      })
      .nullable(),
    nextRun: timeSchema.nullable().meta({ description: 'null while it is disabled or paused' }),
    lastRun: reportRunSchema.nullable(),
    createdAt: timeSchema,
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof reportSchema>
export const reportListSchema = listOf(reportSchema).meta({ id: 'ReportList' })

const settable = {
  name: nameSchema.meta({ example: 'Toner every Monday' }),
  viewId: viewIdSchema,
  cron: cronSchema,
  timeZone: timeZoneSchema,
  enabled: z.boolean(),
  format: formatSchema,
  recipients: recipientsSchema,
  webhookIds: webhookIdsSchema,
}

export const createReportSchema = z
  .strictObject({
    ...settable,
    timeZone: timeZoneSchema.default('UTC'),
    enabled: z.boolean().default(true),
    format: formatSchema.default('csv'),
    recipients: recipientsSchema.default([]),
    webhookIds: webhookIdsSchema.default([]),
  })
  .meta({ id: 'CreateReport' })
export type CreateReport = z.infer<typeof createReportSchema>

export const patchReportSchema = z.strictObject(settable).partial().meta({ id: 'PatchReport' })
export type PatchReport = z.infer<typeof patchReportSchema>

export const reportQuerySchema = pageQuerySchema

/** Data of the message that a webhook gets for a run. */
const reportDataSchema = z.object({
  runId: idSchema,
  name: text('Toner every Monday'),
  view: text('Printers low on toner'),
  list: viewListSchema,
  dueAt: timeSchema,
  rows: z.int().nullable().meta({ description: 'null if the list is too long', example: 17 }),
  detail: text('The list has more than 50,000 rows.').nullable(),
  url: z
    .string()
    .nullable()
    .meta({ description: 'The list in the web interface', example: 'https://rollcall.example.org/devices' }),
})
export type ReportData = z.infer<typeof reportDataSchema>

/** CloudEvent that a webhook gets for a run of a report. */
export const reportMessageSchema = z
  .object({
    specversion: z.literal('1.0'),
    id: idSchema.meta({ description: 'The same at each attempt' }),
    source: text('/sites/019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'),
    type: z.literal('rollcall.report.sent'),
    subject: idSchema.meta({ description: 'Id of the report' }),
    time: timeSchema,
    datacontenttype: z.literal('application/json'),
    data: reportDataSchema.extend({
      csv: text('id,name\r\n')
        .nullable()
        .meta({ description: 'The list; null if it is too long, or the format of the report is another' }),
      xlsx: z
        .string()
        .nullable()
        .meta({ description: 'The list in base64; null if it is too long, or the format is another', example: null }),
    }),
  })
  .meta({ id: 'ReportMessage' })
export type ReportMessage = z.infer<typeof reportMessageSchema>
