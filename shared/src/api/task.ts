import { z } from 'zod'
import { taskKindSchema } from '../messages/task.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { reasonCountSchema } from './host-audit.ts'

const taskStatuses = ['Queued', 'Running', 'Success', 'Failed', 'Cancelled', 'Expired'] as const
export const taskStatusSchema = z.enum(taskStatuses)
export type TaskStatus = z.infer<typeof taskStatusSchema>
/** Terminal states never change. */
export const terminalStatuses: readonly TaskStatus[] = ['Success', 'Failed', 'Cancelled', 'Expired']

export const taskRecordSchema = z
  .object({
    id: idSchema,
    kind: taskKindSchema,
    status: taskStatusSchema,
    segmentId: idSchema.nullable(),
    deviceId: idSchema.nullable(),
    deviceName: text('core-1').nullable().meta({ description: 'Current name' }),
    auditServiceId: idSchema.nullable(),
    requestedBy: text('CMDB'),
    createdAt: timeSchema,
    startedAt: timeSchema.nullable(),
    finishedAt: timeSchema.nullable(),
    progress: z.object({
      addressesTotal: z.int(),
      addressesDone: z.int(),
      addressesDoneTo: text('10.20.3.255').nullable().meta({
        description:
          'All addresses up to this one are done, IPv4 first and each family in ascending order. Known hosts are probed first, so later addresses may be done as well; null at the beginning',
      }),
      hostsFound: z.int(),
      ignored: z.int(),
      new: z.int(),
      known: z.int(),
      audited: z.int().meta({
        description:
          'Hosts that were read by SNMP or SSH. When a task has ended, `audited`, `notAudited` and `failed` add up to `hostsFound`.',
      }),
      notAudited: z.int().meta({
        description: 'Hosts that no credential could read, that did not answer, or that were not tried',
      }),
      failed: z.int().meta({ description: 'Hosts whose audit started but did not finish' }),
      reasons: z.array(reasonCountSchema).meta({ description: 'The hosts by result of their audit, most hosts first' }),
    }),
    error: text('No Audit Service took it in time.').nullable(),
  })
  .meta({ id: 'Task' })
export type TaskRecord = z.infer<typeof taskRecordSchema>
export const taskListSchema = listOf(taskRecordSchema).meta({ id: 'TaskList' })

/** The response to a request that was queued as a task. */
export const taskAcceptedSchema = z
  .object({ taskId: idSchema, status: z.literal('Queued') })
  .meta({ id: 'TaskAccepted' })
export type TaskAccepted = z.infer<typeof taskAcceptedSchema>

export const taskQuerySchema = pageQuerySchema.extend({
  status: taskStatusSchema.optional(),
  kind: taskKindSchema.optional(),
  segmentId: idSchema.optional(),
  deviceId: idSchema.optional(),
  auditServiceId: idSchema.optional(),
})
export type TaskQuery = z.infer<typeof taskQuerySchema>
