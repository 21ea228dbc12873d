import { hashSecret } from '../secrets/hash-secret.ts'

/** Prefix of cookie names. `__Host-` restricts a cookie to HTTPS and to this exact host. */
export const cookiePrefix = '__Host-rollcall'
export const sessionCookieName = `${cookiePrefix}.session_token`

/** Hashes a session token for storage: it has 190 random bits. */
export const hashToken = hashSecret

/** Extracts the token from the cookie value, which better-auth signs: `token.signature`. */
export const tokenOf = (cookie: string): string => cookie.split('.', 1)[0] ?? ''
