import type { TokenErrorCode } from '@rollcall/shared/api/token.ts'
import { eq } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { authTables } from '../../store/schema/access.ts'
import { hashSecret, newSecret } from '../secrets/hash-secret.ts'
import { findClient } from './authenticate.ts'

/** Lifetime of an access token in seconds. */
const tokenLifetimeSeconds = 3600

/** An error answer of RFC 6749 section 5.2. */
export class TokenRequestError extends Error {
  readonly code: TokenErrorCode

  constructor(code: TokenErrorCode, message: string) {
    super(message)
    this.name = 'TokenRequestError'
    this.code = code
  }
}

/**
 * Exchanges a Client ID and Client secret for a bearer token. The answer is the same for a wrong id, a wrong secret,
 * and a disabled or expired registration.
 */
export async function issueToken(
  ctx: SystemContext,
  client: { clientId: string; clientSecret: string },
): Promise<{ accessToken: string; expiresIn: number }> {
  const found = await findClient(ctx, client)
  if (found === undefined) throw invalidClient()
  const { registration, secret } = found
  const accessToken = newSecret()
  const expiresAt = new Date(ctx.clock.now().getTime() + tokenLifetimeSeconds * 1000).toISOString()
  await ctx.store.write(async (tx) => {
    const { accessTokens, appRegistrationSecrets } = tx.tables(authTables)
    // The secret may have been ended since, or deleted with its registration.
    const used = await tx
      .update(appRegistrationSecrets)
      .set({ lastUsedAt: nowOf(ctx) })
      .where(eq(appRegistrationSecrets.id, secret.id))
      .returning({ id: appRegistrationSecrets.id })
    if (used.length === 0) throw invalidClient()
    await tx.insert(accessTokens).values({
      tokenHash: hashSecret(accessToken),
      registrationId: registration.id,
      secretId: secret.id,
      expiresAt,
    })
  })
  return { accessToken, expiresIn: tokenLifetimeSeconds }
}

const invalidClient = () =>
  new TokenRequestError(
    'invalid_client',
    'The Client ID or Client secret is wrong, or the registration is disabled or expired.',
  )
