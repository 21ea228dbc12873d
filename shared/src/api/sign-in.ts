import { z } from 'zod'
import { isOwnPath } from '../own-path.ts'
import { passwordLengthMax, passwordLengthMin } from '../password-length.ts'

/** A password to compare with the stored one; its strength is not checked. */
const currentPasswordSchema = z.string().min(1).max(passwordLengthMax).meta({ example: 'correct horse battery staple' })
const newPasswordSchema = z
  .string()
  .min(passwordLengthMin, `at least ${passwordLengthMin} characters`)
  .max(passwordLengthMax, `at most ${passwordLengthMax} characters`)
  .meta({ example: 'correct horse battery staple' })

export const signInSchema = z.strictObject({ username: z.string().min(1).max(200), password: currentPasswordSchema })

export const changePasswordSchema = z
  .strictObject({ currentPassword: currentPasswordSchema, newPassword: newPasswordSchema })
  // Otherwise a one-time password that another person has seen would stay valid.
  .refine(({ currentPassword, newPassword }) => newPassword !== currentPassword, {
    path: ['newPassword'],
    message: 'must differ from the current one',
  })
export const confirmPasswordSchema = z.strictObject({ password: currentPasswordSchema })
export const secondFactorSchema = z.strictObject({ code: z.string().trim().min(1).max(20) })

/** The secret for an authenticator app, as a URI and as a key to type, with backup codes that each work once. */
export const twoFactorSetUpSchema = z.object({
  totpUri: z.string(),
  key: z.string(),
  backupCodes: z.array(z.string()),
})
export type TwoFactorSetUp = z.infer<typeof twoFactorSetUpSchema>

/** Sign-in methods beside the password. */
const signInOptionsSchema = z.object({ oidc: z.object({ label: z.string() }).nullable() })
export type SignInOptions = z.infer<typeof signInOptionsSchema>
/** Path of this interface to return to after sign-in. */
export const oidcSignInSchema = z.strictObject({
  returnTo: z.string().max(2_000).refine(isOwnPath, 'must be a path of this interface').default('/'),
})
