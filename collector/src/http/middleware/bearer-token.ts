/** Reads the token from `Authorization: Bearer <token>` (RFC 6750); the scheme is case-insensitive. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([\w~+/.-]+=*)$/i.exec(header?.trim() ?? '')?.[1]
}
