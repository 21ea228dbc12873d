import { z } from 'zod'
import { snapshotSourceSchema } from '../inventory/device-type.ts'
import { snapshotDataSchema } from '../inventory/observation.ts'
import { idSchema, listOf, pageQuerySchema, timeQuerySchema, timeSchema } from './common.ts'

export const snapshotListItemSchema = z
  .object({
    id: idSchema,
    deviceId: idSchema,
    auditDate: timeSchema,
    source: snapshotSourceSchema,
    scheduleId: idSchema.nullable(),
    auditServiceId: idSchema.nullable(),
    agentId: idSchema.nullable(),
  })
  .meta({ id: 'SnapshotListItem' })
export const snapshotListSchema = listOf(snapshotListItemSchema).meta({ id: 'SnapshotList' })
export type SnapshotListItem = z.infer<typeof snapshotListItemSchema>

/** The Data button of the Audit tab, and the file an offload writes. */
export const snapshotSchema = z
  .object({
    id: idSchema,
    deviceId: idSchema,
    auditDate: timeSchema,
    source: snapshotSourceSchema,
    data: snapshotDataSchema.required().meta({ description: 'A section that was not audited is empty' }),
  })
  .meta({ id: 'Snapshot' })
export type Snapshot = z.infer<typeof snapshotSchema>

export const snapshotQuerySchema = pageQuerySchema.extend({
  from: timeQuerySchema.optional().meta({ description: 'Earliest auditDate' }),
  to: timeQuerySchema.optional().meta({ description: 'Latest auditDate' }),
  source: snapshotSourceSchema.optional(),
})
export type SnapshotQuery = z.infer<typeof snapshotQuerySchema>
