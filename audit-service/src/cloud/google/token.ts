import { sign } from 'node:crypto'
import { z } from 'zod'
import { CloudError } from '../fault.ts'
import { requestJson } from '../json.ts'
import type { CloudApi } from '../request.ts'

const scope = 'https://www.googleapis.com/auth/compute.readonly'
const lifetimeS = 3600

/** Key file of a service account. Its `token_uri` is ignored: the author of the file could redirect the request. */
const keySchema = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1).max(512),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
})
const tokenSchema = z.object({ access_token: z.string().min(1).max(65_536) })

/** Requests a read-only access token with a JWT signed by the service account's key (RFC 7523, section 2.1). */
export async function fetchGoogleToken(keyFile: string, url: string, at: Date, api: CloudApi): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertionOf(parseKey(keyFile), url, at),
  })
  const question = {
    url,
    method: 'POST' as const,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  }
  return (await requestJson(question, tokenSchema, { ...api, name: 'the sign-in of Google Cloud' })).access_token
}

function parseKey(keyFile: string): z.infer<typeof keySchema> {
  const key = keySchema.safeParse(JSON.parse(keyFile)).data
  if (!key) throw new CloudError('the credential is not the key file of a service account')
  return key
}

function assertionOf(key: z.infer<typeof keySchema>, audience: string, at: Date): string {
  const now = Math.floor(at.getTime() / 1000)
  const header = { alg: 'RS256', typ: 'JWT', kid: key.private_key_id }
  const claims = { iss: key.client_email, scope, aud: audience, iat: now, exp: now + lifetimeS }
  const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  try {
    return `${content}.${sign('RSA-SHA256', Buffer.from(content), key.private_key).toString('base64url')}`
  } catch (cause) {
    throw new CloudError('the private key of the service account cannot be read', { cause })
  }
}
