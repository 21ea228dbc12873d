import { z } from 'zod'
import { isOwnPath } from '../own-path.ts'
import { passwordLengthMax, passwordLengthMin } from '../password-length.ts'

/** As given: it is compared, not judged. */
const givenPasswordSchema = z.string().min(1).max(passwordLengthMax).meta({ example: 'correct horse battery staple' })
export const newPasswordSchema = z
  .string()
  .min(passwordLengthMin, `at least ${passwordLengthMin} characters`)
  .max(passwordLengthMax, `at most ${passwordLengthMax} characters`)
  .meta({ example: 'correct horse battery staple' })

export const signInSchema = z.strictObject({ username: z.string().min(1).max(200), password: givenPasswordSchema })
/** `twoFactorRedirect`: the password is right, and a code is asked for next. */
export const signedInSchema = z.object({ twoFactorRedirect: z.boolean() })

export const changePasswordSchema = z
  .strictObject({ currentPassword: givenPasswordSchema, newPassword: newPasswordSchema })
  // Else a one-time password, which somebody else has seen, would stay.
  .refine(({ currentPassword, newPassword }) => newPassword !== currentPassword, {
    path: ['newPassword'],
    message: 'must be another one',
  })
export const confirmPasswordSchema = z.strictObject({ password: givenPasswordSchema })
export const secondFactorSchema = z.strictObject({ code: z.string().trim().min(1).max(20) })

/** What an authenticator app takes, as a URI and as the key that one types; each backup code is good once. */
export const twoFactorSetUpSchema = z.object({
  totpUri: z.string(),
  key: z.string(),
  backupCodes: z.array(z.string()),
})
export type TwoFactorSetUp = z.infer<typeof twoFactorSetUpSchema>
export const backupCodesSchema = z.object({ backupCodes: z.array(z.string()) })

/** How one can sign in besides by password. */
export const signInOptionsSchema = z.object({ oidc: z.object({ label: z.string() }).nullable() })
export type SignInOptions = z.infer<typeof signInOptionsSchema>
/** Where to come back to: a path of this interface. */
export const oidcSignInSchema = z.strictObject({
  returnTo: z.string().max(2_000).refine(isOwnPath, 'must be a path of this interface').default('/'),
})
export const oidcRedirectSchema = z.object({ url: z.string() })
