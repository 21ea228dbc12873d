import { z } from 'zod'
import { hostsPerAuditMax } from './choices.ts'
import { idSchema, listOf, pageQuerySchema, text, timeQuerySchema, timeSchema } from './common.ts'
import { deviceListItemSchema } from './device.ts'
import { hostAuditSchema, shownReasonSchema, shownStateSchema } from './host-audit.ts'

const hostOutcomeSchema = z.enum(['new', 'known', 'ignored', 'tested'])
export type HostOutcome = z.infer<typeof hostOutcomeSchema>

export const taskHostSchema = z
  .object({
    address: text('10.20.0.7').meta({
      description: 'The address that answered, or the id of a cloud instance, such as `aws/i-0abcd1234`',
    }),
    outcome: hostOutcomeSchema.meta({
      description:
        '`new`: the task was the first to find the device; `ignored`: the device is on the Ignore List; `tested`: only a credential was tested, and nothing was stored of the host',
    }),
    at: timeSchema.meta({ description: 'Time at which the collector stored it' }),
    audit: hostAuditSchema,
    device: deviceListItemSchema
      .pick({ id: true, name: true, type: true })
      .nullable()
      .meta({ description: 'null if it was ignored or tested, or is no longer in the inventory' }),
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

export const auditAgainSchema = z
  .strictObject({
    addresses: z
      .array(z.string().min(2).max(64))
      .min(1)
      .max(hostsPerAuditMax)
      .meta({ description: 'Addresses of hosts of the task', example: ['10.20.0.7'] }),
    credentialIds: z
      .array(idSchema)
      .min(1)
      .max(100)
      .optional()
      .meta({
        description:
          'SNMP and SSH credentials of the site; default: those of the segment. Others than those of the segment need the Administrator capability',
        example: ['01990000-0000-7000-8000-000000000001'],
      }),
  })
  .meta({ id: 'AuditAgain' })
export type AuditAgain = z.infer<typeof auditAgainSchema>
