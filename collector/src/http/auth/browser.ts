import type { Next } from 'hono'
import { every } from 'hono/combine'
import { getCookie } from 'hono/cookie'
import type { Answer, BrowserCall } from '../../access/better-auth/call.ts'
import { refusal } from '../../access/better-auth/refusal.ts'
import { cookiePrefix, sessionCookieName } from '../../access/sign-in/session-token.ts'
import { chooseSite } from '../../lib/authorise.ts'
import { problemResponse } from '../answers/problem.ts'
import type { HttpContext, HttpDeps, Middleware } from '../environment.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { originOf, requireSameOrigin, sessionOf, setSession } from '../middleware/session.ts'
import { noQuery } from '../openapi/route.ts'

/** Protects each change by a page: only own pages, small bodies, and no caching of the response. */
export const ofOwnPage: Middleware = every(
  (c: HttpContext, next: Next) => {
    requireSameOrigin(c)
    c.header('Cache-Control', 'no-store')
    return next()
  },
  noQuery,
  limitBody(anonymousBodyBytesMax),
)

/** Requires a session; 401 without one. */
export const signedInOnly =
  (deps: HttpDeps): Middleware =>
  async (c, next) => {
    const session = await sessionOf(c, deps.system)
    if (!session) return problemResponse(c, 'invalid_credentials', 'You are not signed in.')
    c.env?.authenticated?.(session.actor.id)
    setSession(c, session)
    c.set('ctx', { ...deps.system, actor: session.actor, siteId: chooseSite(session.actor, undefined) })
    return next()
  }

export const addressOf = (c: HttpContext): string => c.env?.address ?? ''

/** Converts the request to a call of better-auth. An expired session counts as no session. */
export async function browserOf(c: HttpContext, deps: HttpDeps): Promise<BrowserCall> {
  const isLive = (await sessionOf(c, deps.system)) !== undefined
  const cookies = Object.entries(getCookie(c)).filter(
    ([name]) => name.startsWith(`${cookiePrefix}.`) && (isLive || name !== sessionCookieName),
  )
  return {
    origin: originOf(c),
    cookie: cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
    address: addressOf(c),
    userAgent: (c.req.header('User-Agent') ?? '').slice(0, 300),
  }
}

/** Passes on the response with its cookies; throws if the call was refused. */
export function passOn(c: HttpContext, answer: Answer, passwordField?: string): Answer['body'] {
  if (answer.status >= 400) throw refusal(answer, passwordField)
  for (const cookie of answer.cookies) c.header('Set-Cookie', cookie, { append: true })
  return answer.body
}
