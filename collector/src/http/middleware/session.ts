import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import { sessionCookieName, tokenOf } from '../../access/sign-in/session-token.ts'
import { authenticateSession, findSession, type SignedIn } from '../../access/sign-in/sessions.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { Environment } from '../environment.ts'

/** Who is signed in by the cookie of this call. */
export async function sessionOf(c: HonoContext<Environment>, system: SystemContext): Promise<SignedIn | undefined> {
  const cookie = getCookie(c, sessionCookieName)
  return cookie === undefined ? undefined : authenticateSession(system, tokenOf(cookie))
}

/** Of a call by somebody signed in: a browser keeps nothing of what is answered. */
export function noteSession(c: HonoContext<Environment>, session: SignedIn): void {
  c.set('session', session)
  c.header('Cache-Control', 'no-store')
}

/** The same later, of an answer that goes on: a page that is left open is no use of the session. */
export async function stillSignedIn(c: HonoContext<Environment>, system: SystemContext): Promise<SignedIn | undefined> {
  return findSession(system, tokenOf(getCookie(c, sessionCookieName) ?? ''))
}

/**
 * Throws `cross_origin` for a change that a page of another origin may have sent: a browser adds the cookie to it all
 * the same. Every browser says where a call comes from (Fetch Metadata, or Origin); who does not say is refused.
 */
export function requireSameOrigin(c: HonoContext<Environment>): void {
  if (['GET', 'HEAD'].includes(c.req.method)) return
  const site = c.req.header('Sec-Fetch-Site')
  const isOwn = site === undefined ? c.req.header('Origin') === originOf(c) : site === 'same-origin'
  if (isOwn) return
  throw new DomainError(
    'cross_origin',
    'A change in a browser session must come from a page of this collector. Programs use a bearer token.',
  )
}

/** As browsers name this collector's pages. */
export const originOf = (c: HonoContext<Environment>): string => new URL(c.req.url).origin
