import { DomainError } from '@rollcall/shared/errors.ts'
import { getCookie } from 'hono/cookie'
import { sessionCookieName, tokenOf } from '../../access/sign-in/session-token.ts'
import { authenticateSession, findSession, type SignedIn } from '../../access/sign-in/sessions.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { HttpContext } from '../environment.ts'

/** Reads the session from the cookie of the call. */
export async function sessionOf(c: HttpContext, system: SystemContext): Promise<SignedIn | undefined> {
  const cookie = getCookie(c, sessionCookieName)
  return cookie === undefined ? undefined : authenticateSession(system, tokenOf(cookie))
}

/** Sets the session of the call, and forbids the browser to store the response. */
export function setSession(c: HttpContext, session: SignedIn): void {
  c.set('session', session)
  c.header('Cache-Control', 'no-store')
}

/**
 * Reads the session again while a response continues. It does not count as a use of the session, because a page may be
 * left open.
 */
export async function stillSignedIn(c: HttpContext, system: SystemContext): Promise<SignedIn | undefined> {
  return findSession(system, tokenOf(getCookie(c, sessionCookieName) ?? ''))
}

/**
 * Throws `cross_origin` for a change that may come from a page of another origin, because a browser adds the cookie to
 * it as well. Every browser sends the origin (Fetch Metadata or Origin); a call without it is refused.
 */
export function requireSameOrigin(c: HttpContext): void {
  if (['GET', 'HEAD'].includes(c.req.method)) return
  const site = c.req.header('Sec-Fetch-Site')
  const isOwn = site === undefined ? c.req.header('Origin') === originOf(c) : site === 'same-origin'
  if (isOwn) return
  throw new DomainError(
    'cross_origin',
    'A change in a browser session must come from a page of this collector. Programs use a bearer token.',
  )
}

/** Returns the origin of this collector's pages, as browsers write it. */
export const originOf = (c: HttpContext): string => new URL(c.req.url).origin
