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
  deviceId: idSchema.optional().meta({ description: 'This device alone: no item where it complies' }),
})
export type ComplianceQuery = z.infer<typeof complianceQuerySchema>

const devices = z.int().nonnegative()

export const complianceSummarySchema = z
  .object({
    computers: devices.meta({ description: 'Computers of the site, virtual machines too' }),
    inScope: devices.meta({ description: 'Of them those that something is Required of, or Forbidden on' }),
    compliant: devices.meta({ description: 'In scope, and nothing is found of them' }),
    missing: devices.meta({ description: 'That miss a Required product' }),
    forbidden: devices.meta({ description: 'That have a Forbidden product; some may miss one as well' }),
    rules: z.int().nonnegative().meta({ description: 'Products and name groups that are Required or Forbidden' }),
  })
  .meta({ id: 'ComplianceSummary' })
export type ComplianceSummary = z.infer<typeof complianceSummarySchema>
