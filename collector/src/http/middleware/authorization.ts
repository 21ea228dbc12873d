/** Reads the token from `Authorization: Bearer <token>` (RFC 6750); the scheme is case-insensitive. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([\w~+/.-]+=*)$/i.exec(header?.trim() ?? '')?.[1]
}

/**
 * Reads Client ID and Client secret from `Authorization: Basic …`, where they are form-encoded (RFC 6749 section
 * 2.3.1).
 */
export function basicClient(authorization: string | undefined): { clientId: string; clientSecret: string } | undefined {
  const encoded = /^basic +([a-z0-9+/=]+)$/i.exec(authorization?.trim() ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { clientId: formDecode(id), clientSecret: formDecode(rest.join(':')) }
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
