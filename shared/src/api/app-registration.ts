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

/** Longest time for which a replaced secret can stay valid. */
export const replacedSecretDaysMax = 7

const secretFields = {
  id: idSchema,
  createdAt: timeSchema,
  endsAt: timeSchema.nullable().meta({
    description: 'The secret and the tokens issued for it are invalid from this time on; null: it is the latest secret',
  }),
  lastUsedAt: timeSchema.nullable().meta({ description: 'Accurate to some minutes; null: never' }),
}
const registrationSecretSchema = z.object(secretFields).meta({ id: 'AppRegistrationSecret' })
export type RegistrationSecret = z.infer<typeof registrationSecretSchema>
export const registrationSecretListSchema = listOf(registrationSecretSchema).meta({ id: 'AppRegistrationSecretList' })

export const createRegistrationSecretSchema = z
  .strictObject({
    replacedEndsAt: timestampSchema.optional().meta({
      description: `When the replaced secret ends: at most ${replacedSecretDaysMax} days from now; a time in the past ends it at once. Default: in one day`,
      example: '2026-11-21T08:15:30.123Z',
    }),
  })
  .meta({ id: 'CreateAppRegistrationSecret' })
export type CreateRegistrationSecret = z.infer<typeof createRegistrationSecretSchema>
export const createdRegistrationSecretSchema = registrationSecretSchema
  .extend({ clientSecret: text('t0p-s3cret').meta({ description: 'Returned only here' }) })
  .meta({ id: 'CreatedAppRegistrationSecret' })
