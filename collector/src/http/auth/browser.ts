import type { Context as HonoContext, MiddlewareHandler, Next } from 'hono'
import { every } from 'hono/combine'
import { getCookie } from 'hono/cookie'
import type { Answer, BrowserCall } from '../../access/better-auth/call.ts'
import { refusal } from '../../access/better-auth/refusal.ts'
import { cookiePrefix, sessionCookieName } from '../../access/sign-in/session-token.ts'
import { chooseSite } from '../../lib/authorise.ts'
import { problemResponse } from '../answers/problem.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { noteSession, originOf, requireSameOrigin, sessionOf } from '../middleware/session.ts'
import { noQuery } from '../openapi/route.ts'

/** Before each change by a page: only one of ours, little of it, and nothing of the answer is kept by anybody. */
export const ofOwnPage: MiddlewareHandler<Environment> = every(
  (c: HonoContext<Environment>, next: Next) => {
    requireSameOrigin(c)
    c.header('Cache-Control', 'no-store')
    return next()
  },
  noQuery,
  limitBody(anonymousBodyBytesMax),
)

/** Finds out who is signed in; 401 when nobody. */
export const signedInOnly =
  (deps: HttpDeps): MiddlewareHandler<Environment> =>
  async (c, next) => {
    const session = await sessionOf(c, deps.system)
    if (!session) return problemResponse(c, 'invalid_credentials', 'You are not signed in.')
    c.env?.authenticated?.(session.actor.id)
    noteSession(c, session)
    c.set('ctx', { ...deps.system, actor: session.actor, siteId: chooseSite(session.actor, undefined) })
    return next()
  }

export const addressOf = (c: HonoContext<Environment>): string => c.env?.address ?? ''

/** The browser as better-auth is to know it: a session that has ended is none. */
export async function browserOf(c: HonoContext<Environment>, deps: HttpDeps): Promise<BrowserCall> {
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

/** The answer with its cookies passed on; what was refused is thrown. */
export function passOn(c: HonoContext<Environment>, answer: Answer, passwordField?: string): Answer['body'] {
  if (answer.status >= 400) throw refusal(answer, passwordField)
  for (const cookie of answer.cookies) c.header('Set-Cookie', cookie, { append: true })
  return answer.body
}
