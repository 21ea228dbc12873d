import { DomainError, messageOf } from '@rollcall/shared/errors.ts'
import { z } from 'zod'

const timeoutMs = 10_000
const bytesMax = 256 * 1024

const endpoint = z.url({ protocol: /^https?$/ })
const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
})
const keysSchema = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) })

/** Where an issuer describes itself (OpenID Connect Discovery 1.0 section 4). */
export const discoveryUrl = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** Asks the issuer for its description and its keys; throws `issuer_unusable` that says what is wrong with it. */
export async function checkIssuer(issuer: string): Promise<{ algorithms: string[] }> {
  const document = await read(discoveryUrl(issuer), documentSchema)
  // Section 4.3: else one issuer could speak for another.
  if (document.issuer !== issuer) {
    throw unusable(`It calls itself ${document.issuer}: that has to be the issuer, to the letter.`)
  }
  await read(document.jwks_uri, keysSchema)
  return { algorithms: document.id_token_signing_alg_values_supported }
}

async function read<T extends z.ZodType>(url: string, schema: T): Promise<z.output<T>> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
    throw unusable(`${url} does not answer: ${messageOf(error instanceof Error ? (error.cause ?? error) : error)}.`)
  })
  if (!answer.ok) throw unusable(`${url} answers ${answer.status}.`)
  const parsed = schema.safeParse(parseJson(await boundedText(answer, url)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw unusable(`${url} is not what OpenID Connect has there: ${issue?.path.join('.')} ${issue?.message}.`)
}

async function boundedText(answer: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw unusable(`${url} answers more than ${bytesMax} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const unusable = (detail: string) => new DomainError('issuer_unusable', `The issuer cannot be used. ${detail}`)
