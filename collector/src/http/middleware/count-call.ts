import { counted } from '@rollcall/shared/counted.ts'
import type { Next } from 'hono'
import type { Call } from '../../access/quota/count-calls.ts'
import type { Limits } from '../../access/quota/limits.ts'
import type { Limit } from '../../access/quota/workload.ts'
import { callerOfToken } from '../../access/registrations/caller-of-token.ts'
import type { Actor } from '../../lib/context.ts'
import { problemResponse } from '../answers/problem.ts'
import type { HttpContext, HttpDeps, Middleware } from '../environment.ts'
import { bearerToken } from './authorization.ts'
import { createCallerTurns } from './caller-turns.ts'
import { requireSameOrigin, sessionOf, setSession } from './session.ts'

/**
 * Identifies the caller, and counts the call of an App registration whatever its result: 404, 403, or 401 for a token
 * that has expired. Runs before the body is read.
 */
export function countCall(deps: HttpDeps): Middleware {
  const takeTurn = createCallerTurns()
  return async (c, next) => {
    if (c.env?.part) {
      c.set('caller', c.env.part.caller)
      c.set('session', c.env.part.session)
      return next()
    }
    const authorization = c.req.header('Authorization')
    // A token takes precedence over cookies.
    const session = authorization === undefined ? await sessionOf(c, deps.system) : undefined
    if (session) requireSameOrigin(c)
    const token = bearerToken(authorization)
    const actor = token === undefined ? session?.actor : await deps.authenticate(token)
    c.set('caller', actor)
    if (actor) c.env?.authenticated?.(actor.id)
    if (session) setSession(c, session)
    const call = actor ? callOf(actor, c.req.header('X-Site-Id')) : token && (await callerOfToken(deps.system, token))
    const go = () => (call ? admit(c, next, deps.limits, call) : next())
    return actor ? takeTurn(actor.id, go) : go()
  }
}

/** Returns the site on which a call counts: the requested one, or the current site if the caller is not bound to it. */
function callOf({ kind, id, siteIds }: Actor, asked: string | undefined): Call | undefined {
  const siteId = siteIds.find((each) => each === asked?.toLowerCase()) ?? siteIds[0]
  return kind === 'app' && siteId !== undefined ? { siteId, registrationId: id } : undefined
}

/** Continues unless a limit is exceeded, and always reports the limits (draft-ietf-httpapi-ratelimit-headers-10). */
export async function admit(c: HttpContext, next: Next, limits: Limits, call: Call): Promise<void> {
  const { exceeded, limits: held } = await limits.admit(call)
  // Set before the response exists: see `requestId`.
  if (held.length > 0) {
    c.header('RateLimit-Policy', held.map(policyItem).join(', '))
    c.header('RateLimit', held.map(limitItem).join(', '))
  }
  if (!exceeded) return next()
  c.res = refuse(c, exceeded, call)
  c.header('Retry-After', String(wholeSeconds(exceeded.resetSeconds)))
}

/** Rounds up, so that a client never returns too early. */
export const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds))

const policyItem = ({ name, max, windowSeconds }: Limit) => `"${name}";q=${max};w=${wholeSeconds(windowSeconds)}`
const limitItem = ({ name, max, used, resetSeconds }: Limit) =>
  `"${name}";r=${Math.max(0, max - used)};t=${wholeSeconds(resetSeconds)}`

function refuse(c: HttpContext, { name, max, resetSeconds }: Limit, { siteId }: Call): Response {
  const wait = `try again in ${counted(wholeSeconds(resetSeconds), 'second')}.`
  if (name !== 'quota') {
    return problemResponse(
      c,
      'rate_limited',
      `More than ${counted(max, 'call')} of this App registration in a ${name}; ${wait}`,
    )
  }
  // The calls of an Administrator are refused too, including the one that would raise the quota.
  const remedy = `"rollcall quota <calls> --site ${siteId}" on the machine of the collector changes the quota.`
  const usedUp = `The site's ${max} API transactions of this month are used up; ${wait} ${remedy}`
  return problemResponse(c, 'quota_exhausted', usedUp)
}
