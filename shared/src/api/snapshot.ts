import { z } from 'zod'
import { snapshotSourceSchema } from '../inventory/device-type.ts'
import { hardwareSchema } from '../inventory/hardware.ts'
import { networkSchema } from '../inventory/network.ts'
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

/** The four sections of a snapshot: all are there, and one that was not audited is empty. */
export const snapshotContentSchema = snapshotDataSchema
  .required()
  .extend({ hardware: hardwareSchema.partial(), network: networkSchema.partial() })
export type SnapshotContent = z.infer<typeof snapshotContentSchema>

/** The Data button of the Audit tab, and the file an offload writes. */
export const snapshotSchema = z
  .object({
    id: idSchema,
    deviceId: idSchema,
    auditDate: timeSchema,
    source: snapshotSourceSchema,
    data: snapshotContentSchema.meta({ description: 'A section that was not audited is empty' }),
  })
  .meta({ id: 'Snapshot' })
export type Snapshot = z.infer<typeof snapshotSchema>

export const snapshotQuerySchema = pageQuerySchema.extend({
  from: timeQuerySchema.optional().meta({ description: 'Earliest auditDate' }),
  to: timeQuerySchema.optional().meta({ description: 'Latest auditDate' }),
  source: snapshotSourceSchema.optional(),
})
export type SnapshotQuery = z.infer<typeof snapshotQuerySchema>
