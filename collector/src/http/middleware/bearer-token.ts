/** The token of `Authorization: Bearer <token>` (RFC 6750); the scheme word in any case. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([\w~+/.-]+=*)$/i.exec(header?.trim() ?? '')?.[1]
}
