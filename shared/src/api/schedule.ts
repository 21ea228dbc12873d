import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { lineSchema, nameSchema } from './line.ts'
import { timeZoneSchema } from './time-display.ts'

export const scheduleKinds = ['scan', 'audit'] as const
const scheduleKindSchema = z.enum(scheduleKinds)
export type ScheduleKind = z.infer<typeof scheduleKindSchema>

/** Checks only the form of an expression; the cron library checks its meaning. */
export const cronSchema = lineSchema(120).meta({
  description:
    'Five fields (minute, hour, day of month, month, day of week) as of cron(5), with names (`MON-FRI`), steps, `L`, `W` and `#`; or @hourly, @daily, @weekly, @monthly, @yearly',
  example: '30 2 * * MON-FRI',
})

const missedRunsSchema = z.enum(['once', 'skip']).meta({
  description:
    'Handling of runs that became due while no collector was running, or more than 5 minutes ago for another reason: `once` replaces all of them by one run as soon as possible, `skip` waits for the next run',
})
export type MissedRuns = z.infer<typeof missedRunsSchema>

export const scheduleSchema = z
  .object({
    id: idSchema,
    name: text('Every night'),
    kind: scheduleKindSchema,
    cron: cronSchema,
    timeZone: timeZoneSchema,
    enabled: z.boolean(),
    missedRuns: missedRunsSchema,
    nextRun: timeSchema.nullable().meta({ description: 'null while it is disabled' }),
  })
  .meta({ id: 'Schedule' })
export type Schedule = z.infer<typeof scheduleSchema>
export const scheduleListSchema = listOf(scheduleSchema).meta({ id: 'ScheduleList' })

export const createScheduleSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'Every night' }),
    kind: scheduleKindSchema,
    cron: cronSchema,
    timeZone: timeZoneSchema.default('UTC'),
    enabled: z.boolean().default(true),
    missedRuns: missedRunsSchema.default('once'),
  })
  .meta({ id: 'CreateSchedule' })
export type CreateSchedule = z.infer<typeof createScheduleSchema>

export const patchScheduleSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'Every night' }),
    cron: cronSchema,
    timeZone: timeZoneSchema,
    enabled: z.boolean(),
    missedRuns: missedRunsSchema,
  })
  .partial()
  .meta({ id: 'PatchSchedule' })
export type PatchSchedule = z.infer<typeof patchScheduleSchema>

/** Request to preview a schedule before it is created. */
export const schedulePreviewRequestSchema = z
  .strictObject({ cron: cronSchema, timeZone: timeZoneSchema.default('UTC') })
  .meta({ id: 'SchedulePreviewRequest', example: { cron: '30 2 * * MON-FRI', timeZone: 'Europe/Berlin' } })
export type SchedulePreviewRequest = z.infer<typeof schedulePreviewRequestSchema>

export const schedulePreviewSchema = z
  .object({ nextRuns: z.array(timeSchema).meta({ description: 'The next five runs, or fewer if there are no more' }) })
  .meta({ id: 'SchedulePreview' })
export type SchedulePreview = z.infer<typeof schedulePreviewSchema>

export const scheduleQuerySchema = pageQuerySchema.extend({ kind: scheduleKindSchema.optional() })
export type ScheduleQuery = z.infer<typeof scheduleQuerySchema>
