import { z } from 'zod'
import { exportShape, idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'

export const complianceKindSchema = z.enum(['missing', 'forbidden', 'unknown'])
export type ComplianceKind = z.infer<typeof complianceKindSchema>

const ruleSchema = z.object({ productId: idSchema, name: text('openssl'), version: text('3.0.17').optional() })

const complianceItemSchema = z
  .object({
    deviceId: idSchema,
    deviceName: text('pc-17'),
    softwareReadAt: timeSchema
      .nullable()
      .meta({ description: 'Time at which the software that is compared was read; null: never' }),
    missing: z.array(ruleSchema).meta({
      description:
        'Required products that are missing; the id of the name group without a version if any version is enough',
    }),
    forbidden: z.array(z.object({ productId: idSchema, name: text('telnetd'), version: text('0.17-42') })),
    unknown: z.array(ruleSchema).meta({
      description:
        'Required and Forbidden products in scope, if no audit has read the software of the device: whether it complies is not known. Otherwise empty',
      example: [],
    }),
  })
  .meta({ id: 'ComplianceItem' })
export const complianceListSchema = listOf(complianceItemSchema).meta({ id: 'ComplianceList' })
export type ComplianceItem = z.infer<typeof complianceItemSchema>

export const complianceQuerySchema = pageQuerySchema.extend({
  kind: complianceKindSchema.optional().meta({
    description:
      'Only devices with a missing or forbidden product; `unknown`: only devices whose compliance is not known, because no audit has read their software',
  }),
  productId: idSchema.optional().meta({ description: 'Id of a product, or of a name group for any of its versions' }),
  deviceId: idSchema
    .optional()
    .meta({ description: 'Only this device, also if its compliance is not known; no item if it complies' }),
  ...exportShape,
})
export type ComplianceQuery = z.infer<typeof complianceQuerySchema>

const devices = z.int().nonnegative()

export const complianceSummarySchema = z
  .object({
    computers: devices.meta({ description: 'Computers of the site, including virtual machines' }),
    inScope: devices.meta({ description: 'Computers with Required or Forbidden products' }),
    compliant: devices.meta({ description: 'Computers in scope that comply' }),
    unknown: devices.meta({
      description: 'Computers in scope whose compliance is not known, because no audit has read their software',
    }),
    missing: devices.meta({ description: 'Computers without a Required product' }),
    forbidden: devices.meta({ description: 'Computers with a Forbidden product; some may also lack a Required one' }),
    rules: z.int().nonnegative().meta({ description: 'Number of Required or Forbidden products and name groups' }),
  })
  .meta({ id: 'ComplianceSummary' })
export type ComplianceSummary = z.infer<typeof complianceSummarySchema>
