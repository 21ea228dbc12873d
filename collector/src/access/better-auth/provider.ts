import {
  authorizationCodeRequest,
  createAuthorizationURL,
  getOAuth2Tokens,
  type OAuth2Tokens,
  type OAuthProvider,
  verifyProviderIdToken,
} from '@better-auth/core/oauth2'
import { optional } from '@rollcall/shared/optional.ts'
import type { BetterAuthPlugin } from 'better-auth/types'
import { createRemoteJWKSet, customFetch } from 'jose'
import type { SystemContext } from '../../lib/context.ts'
import { admitByClaims, subjectOf } from '../sign-in/admit-by-claims.ts'
import type { Issuer } from '../sign-in/sign-in-settings.ts'
import type { IssuerDescription } from './discovery.ts'
import { callIssuer, unusable } from './issuer-calls.ts'

export const providerId = 'oidc'

type Claims = Record<string, unknown> & { sub?: string }

/**
 * Adds the issuer to better-auth: authorization code with PKCE, state and nonce, and an ID token whose signature is
 * verified with the issuer's keys. `admit-by-claims.ts` decides who is let in with which rights. better-auth's own
 * plugin would call the issuer past the outbound policy.
 */
export function issuerPlugin(system: SystemContext, issuer: Issuer, description: IssuerDescription): BetterAuthPlugin {
  const provider = providerOf(system, issuer, description)
  return {
    id: 'issuer',
    init: ({ socialProviders }) => ({ context: { socialProviders: [provider, ...socialProviders] } }),
  }
}

function providerOf(system: SystemContext, issuer: Issuer, description: IssuerDescription): OAuthProvider<Claims> {
  const { clientId, clientSecret } = issuer
  const options = { clientId, ...optional({ clientSecret }) }
  const { outbound } = system
  const provider: OAuthProvider<Claims> = {
    id: providerId,
    name: providerId,
    issuer: description.issuer,
    disableSignUp: true,
    requiresIdTokenNonce: true,
    idToken: {
      jwks: createRemoteJWKSet(new URL(description.jwks_uri), {
        [customFetch]: async (url) => {
          const { status, text } = await callIssuer(outbound, 'The address of its keys (jwks_uri)', url)
          return new Response(text, { status })
        },
      }),
      issuer: description.issuer,
      audience: clientId,
      algorithms: description.id_token_signing_alg_values_supported,
    },
    accountSubject: ({ profile }: { profile: Claims }) => subjectOf(issuer, String(profile.sub)),
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        id: providerId,
        options,
        authorizationEndpoint: description.authorization_endpoint,
        state,
        codeVerifier,
        redirectURI,
        scopes: ['openid', 'profile', 'email'],
        ...optional({ nonce: idTokenNonce }),
      }),
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const tokenEndpoint = description.token_endpoint
      const { body, headers } = await authorizationCodeRequest({
        code,
        codeVerifier,
        redirectURI,
        options,
        tokenEndpoint,
        ...(clientSecret === undefined ? { tokenEndpointAuth: { method: 'none' as const } } : {}),
      })
      const call = { method: 'POST', headers: headers as Record<string, string>, body: body.toString() }
      const { status, text } = await callIssuer(outbound, 'Its token_endpoint', tokenEndpoint, call)
      if (status !== 200) throw unusable(`Its token_endpoint answers ${status}.`)
      return getOAuth2Tokens(JSON.parse(text) as Record<string, unknown>)
    },
    async getUserInfo({ expectedIdTokenNonce, idToken }) {
      const claims = await verifiedClaims(provider, idToken, expectedIdTokenNonce)
      const userId = claims && (await admitByClaims(system, issuer, claims))
      if (!claims || userId === undefined) return null
      // better-auth requires a mail address and would find users by it, so this one belongs to nobody.
      return { user: { email: `${userId}@users.invalid`, emailVerified: false, name: '' }, data: claims }
    },
  }
  return provider
}

async function verifiedClaims(
  provider: OAuthProvider<Claims>,
  idToken: OAuth2Tokens['idToken'],
  nonce: string | undefined,
): Promise<Claims | undefined> {
  if (idToken === undefined || nonce === undefined) return undefined
  if (!(await verifyProviderIdToken(provider, idToken, nonce))) return undefined
  return claimsOf(idToken)
}

/** Decodes the payload of a JWS (RFC 7515 section 3.1). */
function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
}
