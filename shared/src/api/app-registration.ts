import { z } from 'zod'
import { timestampSchema } from '../inventory/primitives.ts'
import { idSchema, listOf, text, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'

export const capabilities = ['Administrator', 'StartAuditsOrScans', 'EditInventory'] as const
/** Rights of a caller beyond reading. Administrator implies all of them. */
export const capabilityNameSchema = z.enum(capabilities)
export type CapabilityName = z.infer<typeof capabilityNameSchema>

const expirySchema = timestampSchema.nullable().meta({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'Tokens stop working at this time; null: never',
  example: '2027-11-20T08:15:30.123Z',
})
export const capabilitiesSchema = z.array(capabilityNameSchema).max(capabilities.length)
export const siteIdsSchema = z.array(idSchema).min(1).max(1000)

export const appRegistrationSchema = z
  .object({
    id: idSchema,
    clientId: z.string().length(20).meta({ example: 'k7m2xq9fpw4htz3nv8bd' }),
    name: z.string().meta({ example: 'CMDB' }),
    enabled: z.boolean(),
    expiresAt: timeSchema.nullable(),
    capabilities: z.array(capabilityNameSchema),
    siteIds: z.array(idSchema).meta({ description: 'The first one is its current site' }),
    createdAt: timeSchema,
  })
  .meta({ id: 'AppRegistration' })
export type AppRegistration = z.infer<typeof appRegistrationSchema>
export const appRegistrationListSchema = listOf(appRegistrationSchema).meta({ id: 'AppRegistrationList' })

export const createAppRegistrationSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'CMDB' }),
    enabled: z.boolean().default(true),
    expiresAt: expirySchema.default(null),
    capabilities: capabilitiesSchema.default([]),
    siteIds: siteIdsSchema.optional().meta({
      description:
        'Default: the current site of the caller. The first one becomes the current site of the registration',
    }),
  })
  .meta({ id: 'CreateAppRegistration' })
export type CreateAppRegistration = z.infer<typeof createAppRegistrationSchema>

export const createdAppRegistrationSchema = appRegistrationSchema
  .extend({ clientSecret: text('t0p-s3cret').meta({ description: 'Returned only here; it cannot be read or reset' }) })
  .meta({ id: 'CreatedAppRegistration' })

export const patchAppRegistrationSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'CMDB' }),
    enabled: z.boolean(),
    expiresAt: expirySchema,
    capabilities: capabilitiesSchema,
    siteIds: siteIdsSchema,
  })
  .partial()
  .meta({ id: 'PatchAppRegistration' })
export type PatchAppRegistration = z.infer<typeof patchAppRegistrationSchema>
