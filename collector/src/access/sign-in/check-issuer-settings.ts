import type { PatchSignInSettings, SignInTest } from '@rollcall/shared/api/sign-in-settings.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context } from '../../lib/context.ts'
import { checkIssuer } from '../better-auth/discovery.ts'
import { issuerToTest } from './sign-in-settings.ts'

/** Tests an issuer, as stored or with the patch applied. Only a sign-in shows whether the issuer accepts the client. */
export async function testIssuer(ctx: Context, patch: PatchSignInSettings, origin: string): Promise<SignInTest> {
  const { issuer } = await issuerToTest(ctx, patch)
  const redirectUri = `${origin}/api/auth/callback/oidc`
  try {
    const { id_token_signing_alg_values_supported: algorithms } = await checkIssuer(ctx.outbound, issuer)
    return { ok: true, detail: `${issuer} answers and signs with ${algorithms.join(', ')}.`, redirectUri }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ok: false, detail: error.message, redirectUri }
  }
}
