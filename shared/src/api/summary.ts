import { z } from 'zod'
import { counted } from '../counted.ts'
import { deviceTypeSchema } from '../inventory/device-type.ts'
import { idSchema, text, timeSchema } from './common.ts'
import { timeZoneSchema } from './time-display.ts'

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
      '`failed`: the last scan failed, or no Audit Service started it in time; `late`: due for more than an hour and not scanned since; `unserved`: a schedule without an Audit Service',
  }),
  since: timeSchema.nullable().meta({ description: 'Time at which the scan ended or was due' }),
  detail: text('No Audit Service took it in time.').nullable().meta({ description: 'Reason of the failure' }),
})
export type ScanProblem = z.infer<typeof scanProblemSchema>

export const siteSummarySchema = z
  .object({
    devices: z.object({
      total: count,
      seenLastDay: count.meta({ description: 'Last seen within 24 hours' }),
      unseenLastWeek: count.meta({ description: 'Not seen for 7 days' }),
      stale: count.meta({ description: 'Not seen for the number of days in the settings of the site' }),
      unreadable: count.meta({ description: 'Devices that an earlier scan could read and the last one could not' }),
      newLastWeek: count.meta({ description: 'First seen within 7 days' }),
      types: z
        .array(z.object({ type: deviceTypeSchema, devices: count }))
        .meta({ description: 'Existing types, most frequent first' }),
      manufacturers: z.array(z.object({ manufacturer: text('Dell Inc.'), devices: count })).meta({
        description: `The ${manufacturersMax} most frequent manufacturers, most frequent first`,
      }),
      otherManufacturers: count.meta({ description: 'Devices of all other manufacturers' }),
      withoutManufacturer: count.meta({ description: 'Devices without a known manufacturer' }),
    }),
    changes: z
      .array(z.object({ from: timeSchema, added: count, modified: count, deleted: count }))
      .length(changeDays)
      .meta({
        description: `Change log entries on each of the last ${counted(changeDays, 'day')}; each day begins at \`from\` and ends where the next begins, and the last one is today`,
      }),
    scans: z.object({
      segments: count,
      problems: z.array(scanProblemSchema).meta({
        description: `Segments with scan problems, sorted by name; at most ${scanProblemsMax}`,
      }),
      problemsTotal: count,
    }),
    auditServices: z.object({
      total: count,
      silent: z.array(z.object({ id: idSchema, name: text('Main office'), lastSeen: timeSchema.nullable() })).meta({
        description:
          'Audit Services without a recent heartbeat, sorted by name; `lastSeen` is null if there never was one',
      }),
    }),
  })
  .meta({ id: 'SiteSummary' })
export type SiteSummary = z.infer<typeof siteSummarySchema>

export const summaryQuerySchema = z.strictObject({
  timeZone: timeZoneSchema.default('UTC').meta({ description: 'IANA time zone in which the days begin' }),
})
export type SummaryQuery = z.infer<typeof summaryQuerySchema>
