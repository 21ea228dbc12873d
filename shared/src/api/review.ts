import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { deviceMatchSchema, evidenceSchema } from './device-history.ts'
import { briefDeviceSchema } from './device-merge.ts'

const kindSchema = z.enum(['collision', 'device', 'pair']).meta({
  description:
    '`collision`: live devices say they are one; `device`: what it was taken for is doubtful; `pair`: two records may be of one device',
})
export type ReviewKind = z.infer<typeof kindSchema>

const reviewSchema = z
  .object({
    kind: kindSchema,
    devices: z.array(briefDeviceSchema).min(1),
    review: text('2 live devices say they are serial number dell/8xk2pl3.').meta({ description: 'What to look at' }),
    evidence: z.array(evidenceSchema).meta({ description: 'What they have in common; empty for a single device' }),
    against: deviceMatchSchema.shape.against.meta({ description: 'Of a pair: what says that they are two' }),
    confidence: deviceMatchSchema.shape.confidence
      .nullable()
      .meta({ description: 'Of a pair, from 0 to 1: how sure it is that they are one device' }),
    snapshotId: idSchema.nullable().meta({ description: 'The snapshot that the doubt about a device is about' }),
    since: timeSchema.nullable().meta({ description: 'null for a pair' }),
  })
  .meta({ id: 'Review' })
export const reviewListSchema = listOf(reviewSchema).meta({ id: 'ReviewList' })
export type Review = z.infer<typeof reviewSchema>

export const reviewQuerySchema = pageQuerySchema.extend({
  kind: kindSchema.optional(),
  deviceId: idSchema.optional().meta({ description: 'About this device' }),
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
