import type { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { SystemContext } from '../../context.ts'
import { admitByClaims, subjectOf } from '../admit-by-claims.ts'
import type { Issuer } from '../sign-in-settings.ts'
import { discoveryUrl } from './discovery.ts'

export const providerId = 'oidc'

/**
 * The issuer as better-auth takes it: authorization code with PKCE, state and nonce, and an ID token whose signature is
 * verified with the issuer's keys. Who is let in and what they may is decided by us, before better-auth looks for them.
 */
export const providerOf = (
  system: SystemContext,
  issuer: Issuer,
): Parameters<typeof genericOAuth>[0]['config'][number] => ({
  providerId,
  discoveryUrl: discoveryUrl(issuer.issuer),
  clientId: issuer.clientId,
  ...(issuer.clientSecret === undefined
    ? { tokenEndpointAuth: { method: 'none' as const } }
    : { clientSecret: issuer.clientSecret }),
  scopes: ['openid', 'profile', 'email'],
  pkce: true,
  requireIdTokenVerification: true,
  disableSignUp: true,
  accountSubject: ({ profile }) => subjectOf(issuer, String(profile.sub)),
  // The token is verified by now; without one there is nothing to go by.
  getUserInfo: async ({ idToken }) => {
    if (idToken === undefined) return null
    const claims = claimsOf(idToken)
    const userId = await admitByClaims(system, issuer, claims)
    // better-auth insists on a mail address, and would look users up by it: this one is nobody's.
    return userId === undefined
      ? null
      : { sub: claims.sub, email: `${userId}@users.invalid`, emailVerified: false, name: '' }
  },
})

/** The payload of a JWS (RFC 7515 section 3.1). */
function claimsOf(token: string): Record<string, unknown> & { sub?: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
}
