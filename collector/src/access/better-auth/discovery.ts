import type { Outbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { z } from 'zod'
import { callIssuer, unusable } from './issuer-calls.ts'

const endpoint = z.url({ protocol: /^https?$/ })
const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  id_token_signing_alg_values_supported: z.array(z.string().regex(/^[A-Za-z0-9-]{1,20}$/)).default(['RS256']),
})
const keysSchema = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) })

/** Metadata of an issuer (OpenID Connect Discovery 1.0 section 3). */
export type IssuerDescription = z.infer<typeof documentSchema>

/** Reads the issuer's metadata and its keys. Throws `issuer_unusable` with the reason if they cannot be used. */
export async function checkIssuer(outbound: Outbound, issuer: string): Promise<IssuerDescription> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await read(outbound, 'Its description', url, documentSchema)
  // Section 4.3: otherwise one issuer could speak for another.
  if (document.issuer !== issuer) {
    throw unusable('Its metadata names another issuer. Enter the issuer exactly as in its metadata.')
  }
  await read(outbound, 'The address of its keys (jwks_uri)', document.jwks_uri, keysSchema)
  return document
}

async function read<T extends z.ZodType>(
  outbound: Outbound,
  what: string,
  url: string,
  schema: T,
): Promise<z.output<T>> {
  const { status, text } = await callIssuer(outbound, what, url)
  if (status !== 200) throw unusable(`${what} answers ${status}.`)
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw unusable(`${what} is not what OpenID Connect has there${field ? `: ${field} is missing or invalid` : ''}.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
