import { hashSecret } from '../secrets/hash-secret.ts'

/** `__Host-`: only over HTTPS, of this very host, for all of it. */
export const cookiePrefix = '__Host-rollcall'
export const sessionCookieName = `${cookiePrefix}.session_token`

/** Under what a session's token is stored: it has 190 bits of its own. */
export const hashToken = hashSecret

/** The token of the cookie's value, which is signed for better-auth: `token.signature`. */
export const tokenOf = (cookie: string): string => cookie.split('.', 1)[0] ?? ''
