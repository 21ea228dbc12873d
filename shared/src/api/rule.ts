import { z } from 'zod'
import { queryLimits } from '../query/query.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'
import { isOneLine, oneLineFault } from './visible-text.ts'

/** Upper limits. A rule with more matches than findings says how many. */
export const ruleLimits = { rulesPerSite: 100, findingsPerRule: 10_000 }

export const ruleSeverities = ['error', 'warning', 'info'] as const
export const ruleSeveritySchema = z.enum(ruleSeverities)
export type RuleSeverity = z.infer<typeof ruleSeveritySchema>

/** Changes that can cause a finding. */
const changeTriggers = ['device-added', 'device-moved', 'software-added', 'port-down'] as const
const ruleTriggerSchema = z.enum(['query', ...changeTriggers]).meta({
  description:
    '`query`: a device matches `query`; `device-added`: a device entered the inventory, other than by an import, by hand, or in the first complete scan of its segment; `device-moved`: a device is connected to another port of a switch; `software-added`: an audit found a product that the device did not have; `port-down`: a port of a network device lost its link',
})
export type RuleTrigger = z.infer<typeof ruleTriggerSchema>

const notifySchema = z
  .strictObject({
    bell: z.boolean().meta({ description: 'Counts as unread in the web interface' }),
    mail: z.boolean().meta({ description: 'One mail to the recipients of the site for all new findings of a minute' }),
    webhook: z.boolean().meta({ description: 'Emits `finding.opened` and `finding.resolved`' }),
  })
  .meta({ id: 'RuleNotify' })
export type RuleNotify = z.infer<typeof notifySchema>

const querySchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(queryLimits.characters, `at most ${queryLimits.characters} characters`)
  .refine(isOneLine, oneLineFault)
  .meta({ description: 'Query of devices, as in GET /api/v1/devices', example: 'type = unknown' })
const daysSchema = z.int().min(1).max(365).meta({
  description: 'Days after which a finding of a change resolves by itself',
  example: 7,
})

const editable = z.strictObject({
  name: nameSchema.meta({ example: 'Unknown type' }),
  severity: ruleSeveritySchema,
  query: querySchema,
  days: daysSchema,
  enabled: z.boolean().meta({ description: 'A disabled rule has no findings' }),
  notify: notifySchema,
})

const count = z.int().nonnegative()

export const ruleSchema = editable
  .extend({
    id: idSchema,
    origin: text('unknown-type').nullable().meta({
      description: 'Name of the rule among those that each site starts with; null for others',
    }),
    trigger: ruleTriggerSchema,
    query: querySchema.nullable().meta({
      description: 'For a rule on changes: only those of devices that match it cause findings; null for all devices',
    }),
    days: daysSchema
      .nullable()
      .meta({ description: 'null for a query: its findings last as long as the device matches' }),
    evaluatedAt: timeSchema.nullable(),
    problem: text('Unknown field "tonner"')
      .nullable()
      .meta({ description: 'Reason why the rule cannot be evaluated. Its findings stay as they are' }),
    omitted: count.meta({
      description: `Matches without a finding, as a rule has at most ${ruleLimits.findingsPerRule}. A device whose items were not counted is one match`,
      example: 0,
    }),
    open: count,
    acknowledged: count,
    snoozed: count,
  })
  .meta({ id: 'Rule' })
export type Rule = z.infer<typeof ruleSchema>
export const ruleListSchema = listOf(ruleSchema).meta({ id: 'RuleList' })

export const ruleQuerySchema = pageQuerySchema

const defaultNotify = { bell: true, mail: false, webhook: true }

export const createRuleSchema = editable
  .extend({
    severity: ruleSeveritySchema.default('warning'),
    trigger: ruleTriggerSchema.default('query'),
    query: querySchema.optional().meta({
      description:
        'Required for the trigger `query`. For a change: only those of devices that match it when it happens cause findings',
    }),
    days: daysSchema.default(7),
    enabled: editable.shape.enabled.default(true),
    notify: notifySchema.default(defaultNotify),
  })
  .refine(({ trigger, query }) => trigger !== 'query' || query !== undefined, {
    path: ['query'],
    message: 'is required for the trigger "query"',
  })
  .meta({
    id: 'CreateRule',
    example: { name: 'Printer not seen for 30 days', query: 'type = printer and lastSeen < 30d ago' },
  })
export type CreateRule = z.infer<typeof createRuleSchema>

export const patchRuleSchema = editable
  .extend({
    query: querySchema.nullable().meta({ description: 'null removes the query of a rule on changes' }),
  })
  .partial()
  .meta({ id: 'PatchRule', example: { enabled: false } })
export type PatchRule = z.infer<typeof patchRuleSchema>
