import { z } from 'zod'
import { timestampSchema } from '../inventory/primitives.ts'
import { idSchema, nameSchema, timeSchema } from './common.ts'

export const capabilities = ['Administrator', 'StartAuditsOrScans', 'EditInventory'] as const
/** What a caller may do beyond reading; Administrator implies all. */
export const capabilityNameSchema = z.enum(capabilities)
export type CapabilityName = z.infer<typeof capabilityNameSchema>

export const appRegistrationSchema = z
  .object({
    id: idSchema,
    clientId: z.string().length(20),
    name: z.string(),
    enabled: z.boolean(),
    expiresAt: timeSchema.nullable(),
    capabilities: z.array(capabilityNameSchema),
    siteIds: z.array(idSchema),
    createdAt: timeSchema,
  })
  .meta({ id: 'AppRegistration' })
export type AppRegistration = z.infer<typeof appRegistrationSchema>

export const createAppRegistrationSchema = z
  .strictObject({
    name: nameSchema,
    enabled: z.boolean().default(true),
    expiresAt: timestampSchema
      .nullable()
      .default(null)
      .meta({ type: ['string', 'null'], format: 'date-time' }),
    capabilities: z.array(capabilityNameSchema).max(capabilities.length).default([]),
    siteIds: z
      .array(idSchema)
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: "The caller's current site when absent; the first is the registration's current site" }),
  })
  .meta({ id: 'CreateAppRegistration' })
export type CreateAppRegistration = z.infer<typeof createAppRegistrationSchema>

export const createdAppRegistrationSchema = appRegistrationSchema
  .extend({ clientSecret: z.string().meta({ description: 'Shown this once; it cannot be read or reset' }) })
  .meta({ id: 'CreatedAppRegistration' })
