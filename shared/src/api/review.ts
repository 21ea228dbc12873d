import { z } from 'zod'
import { snapshotSourceSchema } from '../inventory/device-type.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { deviceMatchSchema, evidenceSchema } from './device-history.ts'
import { briefDeviceSchema } from './device-merge.ts'

const kindSchema = z.enum(['collision', 'device', 'pair']).meta({
  description:
    '`collision`: live devices report the same identity; `device`: the match of a snapshot is doubtful; `pair`: two or more records may be one device',
})
export type ReviewKind = z.infer<typeof kindSchema>

const sideSchema = z
  .object({
    deviceId: idSchema,
    name: text('pc-17'),
    source: snapshotSourceSchema.nullable().meta({ description: 'Origin of the doubtful snapshot; null for a record' }),
    firstSeen: timeSchema,
    lastSeen: timeSchema,
    evidence: z.array(evidenceSchema).meta({ description: 'Some of its identity values' }),
  })
  .meta({ id: 'ReviewSide' })
export type ReviewSide = z.infer<typeof sideSchema>

const reviewSchema = z
  .object({
    kind: kindSchema,
    devices: z.array(briefDeviceSchema).min(1),
    review: text('2 live devices report serial number 8XK2PL3.').meta({
      description: 'The question to review',
    }),
    sides: z.array(sideSchema).meta({
      description: 'What the review compares: the records, or a device as it was and its doubtful snapshot',
    }),
    evidence: z.array(evidenceSchema).meta({ description: 'Values that the sides have in common' }),
    against: deviceMatchSchema.shape.against.meta({ description: 'Evidence that they are different devices' }),
    confidence: deviceMatchSchema.shape.confidence
      .nullable()
      .meta({ description: 'Confidence from 0 to 1 that they are one device; null for a collision' }),
    ifNothingIsDone: text('It stays one device.').meta({ description: 'What happens if nobody decides' }),
    snapshotId: idSchema.nullable().meta({ description: 'The doubtful snapshot of a device' }),
    since: timeSchema.nullable().meta({ description: 'null for a pair' }),
  })
  .meta({ id: 'Review' })
export const reviewListSchema = listOf(reviewSchema).meta({ id: 'ReviewList' })
export type Review = z.infer<typeof reviewSchema>

export const reviewQuerySchema = pageQuerySchema.extend({
  kind: kindSchema.optional(),
  deviceId: idSchema.optional().meta({ description: 'Only reviews about this device' }),
})
export type ReviewQuery = z.infer<typeof reviewQuerySchema>

export const reviewSummarySchema = z
  .object({
    collisions: z.int().meta({ example: 1 }),
    devices: z.int().meta({ example: 4 }),
    pairs: z.int().meta({ example: 2 }),
    total: z.int().meta({ example: 7 }),
  })
  .meta({ id: 'ReviewSummary' })
export type ReviewSummary = z.infer<typeof reviewSummarySchema>
