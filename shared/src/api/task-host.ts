import { z } from 'zod'
import { listOf, pageQuerySchema, text, timeQuerySchema, timeSchema } from './common.ts'
import { deviceListItemSchema } from './device.ts'
import { hostAuditSchema, shownReasonSchema, shownStateSchema } from './host-audit.ts'

const hostOutcomeSchema = z.enum(['new', 'known', 'ignored'])
export type HostOutcome = z.infer<typeof hostOutcomeSchema>

const taskHostSchema = z
  .object({
    address: text('10.20.0.7').meta({
      description: 'The address that answered, or the id of a cloud instance, such as `aws/i-0abcd1234`',
    }),
    outcome: hostOutcomeSchema.meta({
      description: '`new`: the task was the first to find the device; `ignored`: the device is on the Ignore List',
    }),
    at: timeSchema.meta({ description: 'Time at which the collector stored it' }),
    audit: hostAuditSchema,
    device: deviceListItemSchema
      .pick({ id: true, name: true, type: true })
      .nullable()
      .meta({ description: 'null if it was ignored, or is no longer in the inventory' }),
  })
  .meta({ id: 'TaskHost' })
export type TaskHost = z.infer<typeof taskHostSchema>
export const taskHostListSchema = listOf(taskHostSchema).meta({ id: 'TaskHostList' })

export const taskHostQuerySchema = pageQuerySchema.extend({
  state: shownStateSchema.optional(),
  reason: shownReasonSchema.optional(),
  sort: z
    .enum(['at', '-at', 'reason', '-reason'])
    .default('at')
    .meta({ description: 'Prefix `-`: descending; ties are sorted by time, then address. `reason` sorts by its code' }),
  since: timeQuerySchema.optional().meta({ description: 'Only hosts stored at this time or later' }),
})
export type TaskHostQuery = z.infer<typeof taskHostQuerySchema>
