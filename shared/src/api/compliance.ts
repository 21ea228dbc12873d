import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, text } from './common.ts'

const complianceKindSchema = z.enum(['missing', 'forbidden'])
export type ComplianceKind = z.infer<typeof complianceKindSchema>

const complianceItemSchema = z
  .object({
    deviceId: idSchema,
    deviceName: text('pc-17'),
    missing: z
      .array(z.object({ productId: idSchema, name: text('openssl'), version: text('3.0.17').optional() }))
      .meta({
        description: 'Required products it has not; the id of the name group, and no version, where any would do',
      }),
    forbidden: z.array(z.object({ productId: idSchema, name: text('telnetd'), version: text('0.17-42') })),
  })
  .meta({ id: 'ComplianceItem' })
export const complianceListSchema = listOf(complianceItemSchema).meta({ id: 'ComplianceList' })
export type ComplianceItem = z.infer<typeof complianceItemSchema>

export const complianceQuerySchema = pageQuerySchema.extend({
  kind: complianceKindSchema
    .optional()
    .meta({ description: 'Devices that miss something, or that have something forbidden' }),
  productId: idSchema.optional().meta({ description: 'A product, or a name group for any of its versions' }),
})
export type ComplianceQuery = z.infer<typeof complianceQuerySchema>
