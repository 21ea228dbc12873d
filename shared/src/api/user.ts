import { z } from 'zod'
import { capabilitiesSchema, capabilityNameSchema, siteIdsSchema } from './app-registration.ts'
import { idSchema, listOf, text, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'
import { roleSchema, rolesAgree } from './role-schema.ts'
import { siteSchema } from './site.ts'
import { displaySchema } from './site-settings.ts'
import { dateFormatSchema, timeZoneSchema } from './time-display.ts'

const usernameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._@+-]{0,99}$/, 'letters, digits and . _ @ + -, at most 100')
  .meta({ example: 'ada' })
const emailSchema = z.email('must be a mail address').max(254).nullable().meta({ example: 'ada@example.com' })
const siteIdsOutSchema = z.array(idSchema).meta({ description: 'The first is the current site' })
/** Fields of a user that the user and others can see. */
const personFields = {
  id: idSchema,
  username: text('ada'),
  name: text('Ada Lovelace'),
  email: z.string().nullable().meta({ example: 'ada@example.com' }),
  capabilities: z.array(capabilityNameSchema),
  role: roleSchema,
  mustChangePassword: z.boolean().meta({
    description: 'The password is a one-time password: until it is changed, every other path of the API answers 403',
  }),
  twoFactorEnabled: z.boolean(),
  signsInBy: z.enum(['password', 'oidc']),
}

export const userSchema = z
  .object({
    ...personFields,
    siteIds: siteIdsOutSchema,
    enabled: z.boolean(),
    createdAt: timeSchema,
    lastSignInAt: timeSchema.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof userSchema>
export const userListSchema = listOf(userSchema).meta({ id: 'UserList' })

export const createUserSchema = z
  .strictObject({
    username: usernameSchema,
    name: nameSchema.meta({ example: 'Ada Lovelace' }),
    email: emailSchema.default(null),
    role: roleSchema.optional(),
    capabilities: capabilitiesSchema.optional().meta({ description: 'Default: those of the role, or none' }),
    siteIds: siteIdsSchema.optional().meta({
      description: 'Default: the current site of the caller. The first one becomes the current site of the user',
    }),
  })
  .superRefine(rolesAgree)
  .meta({
    id: 'CreateUser',
    example: { username: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', role: 'Editor' },
  })
export type CreateUser = z.infer<typeof createUserSchema>

const oneTimePasswordSchema = text('k7m2-xq9f-pw4h-tz3n-v8bd').meta({
  description: 'Returned only here: the user must choose another one after signing in',
})
export const createdUserSchema = userSchema.extend({ password: oneTimePasswordSchema }).meta({ id: 'CreatedUser' })
export const oneTimePasswordAnswerSchema = z.object({ password: oneTimePasswordSchema }).meta({ id: 'OneTimePassword' })

export const patchUserSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'Ada Lovelace' }),
    email: emailSchema,
    enabled: z.boolean(),
    role: roleSchema,
    capabilities: capabilitiesSchema,
    siteIds: siteIdsSchema,
  })
  .partial()
  .superRefine(rolesAgree)
  .meta({ id: 'PatchUser', example: { name: 'Ada Lovelace', email: 'ada@example.com', role: 'Editor' } })
export type PatchUser = z.infer<typeof patchUserSchema>

export const administratorsMax = 5
/** A site, with what each of its users may know. */
const ownSiteSchema = siteSchema.pick({ id: true, name: true }).extend({
  administrators: z
    .array(z.string())
    .max(administratorsMax)
    .meta({ description: 'Names of users to ask for more rights', example: ['Ada Lovelace'] }),
  display: displaySchema,
})

/** The user's own choices of how times are shown. */
const timeFields = {
  dateFormat: dateFormatSchema.nullable().meta({ description: 'Format of dates; null: that of the site' }),
  timeZone: timeZoneSchema.nullable().meta({ description: 'Time zone of all shown times; null: that of the site' }),
}

export const meSchema = z
  .object({
    ...personFields,
    ...timeFields,
    sites: z.array(ownSiteSchema).meta({ description: 'The first is the current site' }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof meSchema>
export const patchMeSchema = z
  .strictObject({ name: nameSchema.meta({ example: 'Ada Lovelace' }), email: emailSchema, ...timeFields })
  .partial()
  .meta({ id: 'PatchMe' })
export type PatchMe = z.infer<typeof patchMeSchema>

const userSessionSchema = z
  .object({
    id: idSchema,
    createdAt: timeSchema,
    lastUsedAt: timeSchema.meta({ description: 'Accurate to some minutes' }),
    expiresAt: timeSchema,
    ipAddress: z.string().nullable().meta({ example: '192.0.2.7' }),
    userAgent: z.string().nullable().meta({ example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' }),
    isCurrent: z.boolean().meta({ description: 'True for the session of this call' }),
  })
  .meta({ id: 'UserSession' })
export type UserSession = z.infer<typeof userSessionSchema>
export const userSessionListSchema = listOf(userSessionSchema).meta({ id: 'UserSessionList' })
