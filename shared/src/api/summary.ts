import { z } from 'zod'
import { deviceTypeSchema } from '../inventory/device-type.ts'
import { idSchema, text, timeSchema } from './common.ts'
import { timeZoneSchema } from './site-settings.ts'

const count = z.int().nonnegative()

/** Number of manufacturers listed by name; devices of all others are counted together. */
export const manufacturersMax = 100
/** Number of segments listed with scan problems. */
export const scanProblemsMax = 20
/** Number of days in the change statistics, including today. */
export const changeDays = 30

const scanProblemSchema = z.object({
  segmentId: idSchema,
  segmentName: text('Head office'),
  problem: z.enum(['failed', 'late', 'unserved']).meta({
    description:
      '`failed`: its last scan failed, or nobody took it in time; `late`: due for more than an hour, and not scanned since; `unserved`: it has a schedule and no Audit Service',
  }),
  since: timeSchema.nullable().meta({ description: 'When the scan ended, or was due' }),
  detail: text('No Audit Service took it in time.').nullable().meta({ description: 'Why the scan failed' }),
})
export type ScanProblem = z.infer<typeof scanProblemSchema>

export const siteSummarySchema = z
  .object({
    devices: z.object({
      total: count,
      seenLastDay: count.meta({ description: 'Last seen within 24 hours' }),
      unseenLastWeek: count.meta({ description: 'Not seen for 7 days' }),
      stale: count.meta({ description: 'Not seen for as many days as the settings of the site say' }),
      newLastWeek: count.meta({ description: 'First seen within 7 days' }),
      types: z
        .array(z.object({ type: deviceTypeSchema, devices: count }))
        .meta({ description: 'Types that there are, the commonest first' }),
      manufacturers: z.array(z.object({ manufacturer: text('Dell Inc.'), devices: count })).meta({
        description: `The ${manufacturersMax} commonest, the commonest first`,
      }),
      otherManufacturers: count.meta({ description: 'Devices of all others' }),
      withoutManufacturer: count.meta({ description: 'Devices of which no manufacturer is known' }),
    }),
    changes: z
      .array(z.object({ from: timeSchema, added: count, modified: count, deleted: count }))
      .length(changeDays)
      .meta({
        description: `Lines of the change log on each of the last ${changeDays} days; each begins at \`from\` and ends where the next begins, and the last one is today`,
      }),
    scans: z.object({
      segments: count,
      problems: z.array(scanProblemSchema).meta({
        description: `Segments whose scans need a look, by name; at most ${scanProblemsMax}`,
      }),
      problemsTotal: count,
    }),
    auditServices: z.object({
      total: count,
      silent: z
        .array(z.object({ id: idSchema, name: text('Main office'), lastSeen: timeSchema.nullable() }))
        .meta({ description: 'Those that are not heard of, by name; `lastSeen` is null of one that never was' }),
    }),
  })
  .meta({ id: 'SiteSummary' })
export type SiteSummary = z.infer<typeof siteSummarySchema>

export const summaryQuerySchema = z.strictObject({
  timeZone: timeZoneSchema.default('UTC').meta({ description: 'Where the days begin; an IANA name' }),
})
export type SummaryQuery = z.infer<typeof summaryQuerySchema>
