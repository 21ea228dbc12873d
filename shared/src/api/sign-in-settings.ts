import { z } from 'zod'
import { capabilitiesSchema, capabilityNameSchema } from './app-registration.ts'
import { idSchema, text } from './common.ts'
import { lineSchema, nameSchema } from './line.ts'
import { roleSchema, rolesAgree } from './role-schema.ts'

const isSafeIssuer = (issuer: string): boolean => {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname, search, hash, username } = new URL(issuer)
  if (search !== '' || hash !== '' || username !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}

/** Issuer URL of OpenID Connect Discovery 1.0, section 3. Loopback addresses are allowed without TLS. */
const issuerSchema = lineSchema(2_000)
  .refine(isSafeIssuer, 'must be an https address without a query')
  .meta({ format: 'uri', example: 'https://login.example.com/realms/office' })

const grantFields = {
  value: lineSchema(256).min(1).meta({ description: 'Value of the claim', example: 'it-operations' }),
  siteIds: z.array(idSchema).min(1).max(1000),
}
const grantSchema = z
  .object({ ...grantFields, role: roleSchema, capabilities: z.array(capabilityNameSchema) })
  .meta({ id: 'SignInGrant' })
const patchGrantSchema = z
  .strictObject({
    ...grantFields,
    role: roleSchema.optional(),
    capabilities: capabilitiesSchema.optional().meta({ description: 'Default: those of the role, or none' }),
  })
  .superRefine(rolesAgree)
  .meta({ id: 'PatchSignInGrant' })
const grantsMax = 200
const grantsDescription = 'A user with several values gets the rights of all of them; a user without one cannot sign in'

const oidcFields = {
  enabled: z.boolean(),
  issuer: issuerSchema,
  clientId: lineSchema(256).min(1).meta({ example: 'rollcall' }),
  label: nameSchema.max(60).meta({ description: 'Label of the button', example: 'Office account' }),
  claim: lineSchema(128).min(1).meta({ description: 'Claim of the ID token that grants rights', example: 'groups' }),
  grants: z.array(grantSchema).max(grantsMax).meta({ description: grantsDescription }),
  makeUsers: z.boolean().meta({ description: 'Creates a user at the first sign-in with a granting claim' }),
}

export const oidcSchema = z.object(oidcFields).extend({ clientSecretSet: z.boolean() }).meta({ id: 'OidcSignIn' })
export type OidcSignIn = z.infer<typeof oidcSchema>

export const signInSettingsSchema = z
  .object({ oidc: oidcSchema.nullable().meta({ description: 'null: users sign in by password only' }) })
  .meta({ id: 'SignInSettings' })
export type SignInSettings = z.infer<typeof signInSettingsSchema>

const patchOidcSchema = z
  .strictObject({
    ...oidcFields,
    grants: z.array(patchGrantSchema).max(grantsMax).meta({ description: grantsDescription }),
    clientSecret: z.string().min(1).max(1024).nullable().meta({
      description: 'Write-only; null: the client has no secret. An absent secret stays, unless the issuer changes',
      example: 't0p-s3cret',
    }),
  })
  .partial()
  .meta({ id: 'PatchOidcSignIn' })

export const patchSignInSettingsSchema = z
  // Not nullable(): some client generators then lose the null.
  .strictObject({ oidc: z.union([patchOidcSchema, z.null()]) })
  .partial()
  .meta({ id: 'PatchSignInSettings' })
export type PatchSignInSettings = z.infer<typeof patchSignInSettingsSchema>

export const signInTestSchema = z
  .object({
    ok: z.boolean(),
    detail: text('https://login.example.com/realms/office answers and signs with RS256.').meta({
      description: 'The result, or the failure and its remedy',
    }),
    redirectUri: text('https://collector.example/api/auth/callback/oidc').meta({
      description: 'Redirect URI that the issuer must permit',
    }),
  })
  .meta({ id: 'SignInTest' })
export type SignInTest = z.infer<typeof signInTestSchema>
