import { z } from 'zod'
import { counted } from '../counted.ts'
import { deviceTypeSchema } from '../inventory/device-type.ts'
import { booleanQuerySchema, idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { ruleLimits, ruleSchema, ruleSeveritySchema } from './rule.ts'
import { isVisible, visibleFault } from './visible-text.ts'

export const findingStates = ['open', 'acknowledged', 'snoozed', 'resolved'] as const
const stateSchema = z.enum(findingStates).meta({
  description:
    '`open`: needs attention; `acknowledged`: a person knows of it; `snoozed`: hidden until a time; `resolved`: the device no longer meets the rule',
})
export type FindingState = z.infer<typeof stateSchema>

/** Days for which resolved findings are kept. */
export const resolvedDays = 90
/** Minutes in which a finding that ends and opens again, or whose change happens again, notifies nobody. */
export const calmMinutes = 60
/** Number of days in the statistics of a rule, including today. */
export const trendDays = 7

const findingSchema = z
  .object({
    id: idSchema,
    ruleId: idSchema,
    ruleName: text('Unknown type'),
    ruleOrigin: ruleSchema.shape.origin,
    severity: ruleSeveritySchema,
    device: z.object({ id: idSchema, name: text('pc-17'), type: deviceTypeSchema }),
    item: text('Black toner')
      .nullable()
      .meta({ description: 'Part of the device, such as a supply or a port; null for the device itself' }),
    detail: text('Black toner: 6 % left')
      .nullable()
      .meta({ description: 'The change, or the values that meet the query, in words' }),
    state: stateSchema,
    openedAt: timeSchema.meta({ description: 'Time from which the device has met the rule' }),
    raisedAt: timeSchema.meta({
      description: 'Time from which it needs attention: `openedAt`, or the end of its snooze',
    }),
    changedBy: text('admin')
      .nullable()
      .meta({ description: 'Name of the caller who acknowledged, snoozed or reopened it' }),
    note: text('Replacement is ordered').nullable(),
    snoozedUntil: timeSchema.nullable(),
    resolvedAt: timeSchema.nullable(),
    flapping: z.boolean().meta({
      description: `It opened again within ${counted(calmMinutes, 'minute')} after its end. It resolves when its device has not met the rule for that long`,
    }),
  })
  .meta({ id: 'Finding' })
export type Finding = z.infer<typeof findingSchema>
export const findingListSchema = listOf(findingSchema).meta({ id: 'FindingList' })

export const findingQuerySchema = pageQuerySchema.extend({
  state: z
    .string()
    .transform((states) => states.split(','))
    .pipe(z.array(stateSchema).min(1).max(findingStates.length))
    .optional()
    .meta({
      type: 'string',
      description: 'States, separated by commas; all but resolved by default',
      example: 'open,acknowledged',
    }),
  ruleId: idSchema.optional(),
  deviceId: idSchema.optional(),
  severity: ruleSeveritySchema.optional(),
  unread: booleanQuerySchema.optional().meta({
    description: '`true`: only open findings of rules with `notify.bell`, raised after the caller last read findings',
  }),
})
export type FindingQuery = z.infer<typeof findingQuerySchema>

/** Findings of one request by id. */
const idsMax = 1_000
const selection = {
  ids: z
    .array(idSchema)
    .min(1)
    .max(idsMax)
    .optional()
    .meta({
      example: ['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'],
    }),
  ruleId: idSchema.optional().meta({ description: 'All findings of the rule that the action applies to' }),
}
const note = z.string().refine(isVisible, visibleFault).trim().max(1_000, 'at most 1000 characters').nullable()
const exactlyOne = ({ ids, ruleId }: { ids?: unknown; ruleId?: unknown }) =>
  (ids === undefined) !== (ruleId === undefined)
const oneFault = { path: ['ids'], message: 'give either ids or ruleId' }

export const acknowledgeSchema = z
  .strictObject({ ...selection, note: note.default(null).meta({ example: 'Replacement is ordered' }) })
  .refine(exactlyOne, oneFault)
  .meta({ id: 'AcknowledgeFindings', example: { ids: ['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'] } })
export type Acknowledge = z.infer<typeof acknowledgeSchema>

export const snoozeSchema = z
  .strictObject({
    ...selection,
    until: z.iso.datetime({ offset: true }).meta({ example: '2036-11-27T08:00:00Z' }),
    note: note.default(null).meta({ example: 'Replacement is ordered' }),
  })
  .refine(exactlyOne, oneFault)
  .meta({
    id: 'SnoozeFindings',
    example: { ids: ['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'], until: '2036-11-27T08:00:00Z' },
  })
export type Snooze = z.infer<typeof snoozeSchema>

export const reopenSchema = z
  .strictObject(selection)
  .refine(exactlyOne, oneFault)
  .meta({ id: 'ReopenFindings', example: { ids: ['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'] } })
export type Reopen = z.infer<typeof reopenSchema>

export const changedFindingsSchema = z
  .object({ changed: z.int().meta({ description: 'Number of findings with a new state', example: 1 }) })
  .meta({ id: 'ChangedFindings' })

export const readFindingsSchema = z
  .strictObject({ until: z.iso.datetime({ offset: true }).meta({ description: 'Largest `raisedAt` that was read' }) })
  .meta({ id: 'ReadFindings', example: { until: '2026-11-20T08:15:30.123Z' } })

const summarizedRuleSchema = ruleSchema
  .pick({
    id: true,
    name: true,
    origin: true,
    severity: true,
    trigger: true,
    query: true,
    problem: true,
    omitted: true,
  })
  .extend({
    open: z.int(),
    acknowledged: z.int(),
    snoozed: z.int(),
    trend: z
      .array(z.int())
      .length(trendDays)
      .meta({
        description: `Open findings at the end of each of the last ${counted(trendDays, 'day')}, UTC; today, the last one, is the current number`,
        example: [0, 0, 2, 3, 3, 4, 4],
      }),
  })

export const findingSummarySchema = z
  .object({
    open: z.int().meta({ example: 4 }),
    unread: z.int().meta({ description: 'Findings that the caller has not read, as `unread` of the list', example: 2 }),
    rules: z.array(summarizedRuleSchema).max(ruleLimits.rulesPerSite).meta({
      description: 'Enabled rules, errors first, then by name',
    }),
  })
  .meta({ id: 'FindingSummary' })
export type FindingSummary = z.infer<typeof findingSummarySchema>
